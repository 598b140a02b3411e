whatis("Python with packages")
extensions("numpy/1.26.4,pandas/2.2.2")
