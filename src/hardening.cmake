# Hardens what is compiled and linked, as Debian does for its packages, and keeps the path of this directory out of
# it, so that two checkouts give the same bytes.
include(CheckCXXCompilerFlag)

# Indices out of range end the program in every build: the checks cost little, and sanitizers miss what is still
# within a larger object.
add_compile_definitions(_GLIBCXX_ASSERTIONS)

# FORTIFY needs optimisation, and its functions would hide from sanitizers what the program calls.
string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
set(flags "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${type}}")
if(flags MATCHES "-O[1-3s]" AND NOT flags MATCHES "-fsanitize")
  add_compile_options(-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -fstack-protector-strong -Wdate-time)
  add_compile_options("-ffile-prefix-map=${CMAKE_SOURCE_DIR}=." "-ffile-prefix-map=${CMAKE_BINARY_DIR}=build")
  # A module needs -fPIC, which CMake adds by itself; all else becomes part of an executable.
  add_compile_options($<$<NOT:$<BOOL:$<TARGET_PROPERTY:POSITION_INDEPENDENT_CODE>>>:-fPIE>)
  add_link_options($<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:-pie>)
  add_link_options(-Wl,-z,relro,-z,now,-z,noexecstack)

  # These exist on some processors only.
  check_cxx_compiler_flag(-fstack-clash-protection HAVE_STACK_CLASH_PROTECTION)
  if(HAVE_STACK_CLASH_PROTECTION)
    add_compile_options(-fstack-clash-protection)
  endif()
  check_cxx_compiler_flag(-fcf-protection=full HAVE_CF_PROTECTION)
  if(HAVE_CF_PROTECTION)
    add_compile_options(-fcf-protection=full)
    # The linker marks a program only if every object is marked. Debian's start files are not, although the kernel
    # and the loader alone enter them.
    add_link_options(-Wl,-z,ibt,-z,shstk)
  endif()
endif()
