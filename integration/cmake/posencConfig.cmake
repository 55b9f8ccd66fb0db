# SPDX-License-Identifier: MIT
# find_package(posenc): posenc_add_table, posenc_add_manifest and the program, posenc::posenc. Nothing here
# depends on the processor or on the package's folder.
if(CMAKE_VERSION VERSION_LESS 3.21)
  set(posenc_FOUND FALSE)
  set(posenc_NOT_FOUND_MESSAGE "posenc needs CMake 3.21 or later, and this is ${CMAKE_VERSION}")
  return()
endif()
# A script has no targets. ESP-IDF first runs each component's CMakeLists.txt as one, to read its requirements.
if(CMAKE_SCRIPT_MODE_FILE)
  return()
endif()
get_filename_component(posenc_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
include("${CMAKE_CURRENT_LIST_DIR}/posenc.cmake")
posenc_use_program("${posenc_prefix}/bin/posenc")
if(NOT TARGET posenc::posenc)
  set(posenc_FOUND FALSE)
  set(posenc_NOT_FOUND_MESSAGE
    "no posenc that this machine can run; install one for it, or set POSENC_EXECUTABLE to its path")
endif()
