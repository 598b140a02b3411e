whatis("Python with packages")
