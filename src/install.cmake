# What an installation holds, and the packages that CPack makes of it: a .deb and a tarball. The program finds themes
# beside itself, in ../share/kbuild, so that a tree may be moved.

set(usage ${CMAKE_BINARY_DIR}/usage)
file(MAKE_DIRECTORY ${usage})
add_custom_command(OUTPUT ${usage}/kbuild.1.gz
  COMMAND kbuild man > ${usage}/kbuild.1
  COMMAND gzip -9nc ${usage}/kbuild.1 > ${usage}/kbuild.1.gz
  DEPENDS kbuild VERBATIM)
foreach(shell bash zsh fish)
  add_custom_command(OUTPUT ${usage}/kbuild.${shell}
    COMMAND kbuild completion ${shell} > ${usage}/kbuild.${shell}
    DEPENDS kbuild VERBATIM)
endforeach()
add_custom_target(usage ALL DEPENDS
  ${usage}/kbuild.1.gz ${usage}/kbuild.bash ${usage}/kbuild.zsh ${usage}/kbuild.fish)

install(TARGETS kbuild)
install(DIRECTORY themes DESTINATION ${CMAKE_INSTALL_DATADIR}/kbuild)
install(FILES ${usage}/kbuild.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${usage}/kbuild.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME kbuild)
install(FILES ${usage}/kbuild.zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions RENAME _kbuild)
install(FILES ${usage}/kbuild.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)

set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_NAME kbuild)
set(CPACK_PACKAGE_VERSION ${KBUILD_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "documentation compiler for manuals of supercomputers")
set(CPACK_PACKAGE_CONTACT "kbuild maintainers <kbuild@localhost>")
set(CPACK_PACKAGE_CHECKSUM SHA256)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION doc)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Loaded or run where they are: Finnish word forms, dates of pages, the walls around programs.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libvoikko1, voikko-fi, git, bubblewrap")
include(CPack)
