// The program: hands its arguments to the command line floor.
#include "cli/run.h"

int main(int argc, char** argv) {
  return kbuild::cli::run(argc, argv);
}
