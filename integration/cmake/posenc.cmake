# SPDX-License-Identifier: MIT
# Tables as sources of a target:
#
#   posenc_add_table(TARGET NAME pe MAX_LEN 512 D_MODEL 384 [WORD value]... [OUTPUT pe.h])
#
# One table. Every word of `posenc --help` is an argument in capitals, with _ for -. Without OUTPUT the file is NAME with
# the extension of FORMAT or of TEMPLATE; if these aren't given, NAME.h, or NAME.c with SPLIT. The files of FREQUENCIES,
# TEMPLATE, MODEL and SCALING longrope:FILE are relative to the current source folder.
#
#   posenc_add_manifest(TARGET tables.ini [NAME...])
#
# All tables that a manifest lists, or only the named ones. Its path is relative to the current source folder.
#
# Both write into ${CMAKE_CURRENT_BINARY_DIR}/posenc. TARGET, and every target that links to it, gets this folder as an
# include folder. Emitted .c and .S files are compiled into TARGET. An INTERFACE library gets only the headers; a custom target
# only waits for the files. Targets that ask for the same table share it. It is an error if two different tables would be
# written to one file, or have one NAME in the project: programs could read the wrong one.
#
# After each call posenc_files is the list of its files.
#
# At configuration the program runs to find the files of a table, and to check its words. So lists of numbers and models must
# exist then; if one changes, the program runs again. Files of tables that no call asks for any more are removed from the build
# folder.
#
# The program must run on the build machine, whatever the target is: directly, or else in CMAKE_CROSSCOMPILING_EMULATOR, as
# posenc.exe does in Wine. It is the first of these that runs:
#   - POSENC_EXECUTABLE;
#   - the package's own program;
#   - a program that find_program finds outside the sysroot;
#   - with posenc's sources in the tree, a program that their Makefile builds with POSENC_HOST_CC, not with the target's compiler.

include_guard(GLOBAL)
cmake_policy(VERSION 3.21) # also if the project asks for an older one

set(POSENC_EXECUTABLE "" CACHE FILEPATH "posenc, as this machine runs it; empty: search, or build")

# ${result} becomes the version of a program, or empty if it isn't posenc or doesn't run here. The arguments before it are the
# emulator that runs it.
function(posenc_version result)
  set(${result} "" PARENT_SCOPE)
  list(GET ARGN -1 program)
  if(EXISTS "${program}" AND NOT IS_DIRECTORY "${program}")
    execute_process(COMMAND ${ARGN} --version OUTPUT_VARIABLE text ERROR_QUIET RESULT_VARIABLE status)
    if(status EQUAL 0 AND text MATCHES "^posenc ([0-9][^ \n]*)")
      set(${result} "${CMAKE_MATCH_1}" PARENT_SCOPE)
    endif()
  endif()
endfunction()

# posenc_use_program(CANDIDATE [VERSION]): makes the target posenc::posenc, if a program is found that runs directly or else in the
# emulator. With a VERSION only a program of that version is taken, except for POSENC_EXECUTABLE, which is always taken.
# The name of CANDIDATE may also end in .exe.
function(posenc_use_program candidate)
  if(TARGET posenc::posenc)
    return()
  endif()
  set(wanted "${ARGN}")
  if(POSENC_EXECUTABLE)
    set(paths "${POSENC_EXECUTABLE}")
    set(wanted "")
  else()
    # First as CMake searches, but outside the sysroot; then only on PATH, since prefixes may hold the target's programs.
    find_program(posenc_found NAMES posenc posenc.exe NO_CACHE NO_CMAKE_FIND_ROOT_PATH)
    find_program(posenc_found_on_path NAMES posenc posenc.exe NO_CACHE NO_CMAKE_FIND_ROOT_PATH NO_PACKAGE_ROOT_PATH
      NO_CMAKE_PATH NO_CMAKE_ENVIRONMENT_PATH NO_CMAKE_SYSTEM_PATH)
    set(paths "${posenc_found}" "${posenc_found_on_path}")
    if(candidate)
      list(PREPEND paths "${candidate}" "${candidate}.exe")
    endif()
  endif()
  set(itself "")
  foreach(emulator IN ITEMS itself CMAKE_CROSSCOMPILING_EMULATOR)
    foreach(path IN LISTS paths)
      set(command ${${emulator}} "${path}")
      posenc_version(version ${command})
      if(version AND (NOT wanted OR version STREQUAL wanted))
        list(JOIN command " " shown)
        message(STATUS "posenc ${version}: ${shown}")
        add_executable(posenc::posenc IMPORTED GLOBAL)
        # CMake itself takes an emulator only for programs that the project builds.
        set_target_properties(posenc::posenc PROPERTIES IMPORTED_LOCATION "${path}" POSENC_COMMAND "${command}")
        return()
      endif()
    endforeach()
  endforeach()
  if(POSENC_EXECUTABLE)
    message(FATAL_ERROR "POSENC_EXECUTABLE: '${POSENC_EXECUTABLE}' is not a posenc that runs on this machine")
  endif()
endfunction()

# posenc_host_build(SOURCE BINARY): makes the target posenc::posenc, which posenc's Makefile builds in BINARY from the
# sources in SOURCE. Nothing is written to SOURCE.
function(posenc_host_build source binary)
  set(POSENC_HOST_CC "cc" CACHE STRING "compiler for programs that this machine runs")
  set(POSENC_HOST_ARGUMENTS "" CACHE STRING "arguments for posenc's Makefile, such as CPPFLAGS=-I/opt/include")
  find_program(POSENC_MAKE NAMES gmake make REQUIRED NO_CMAKE_FIND_ROOT_PATH)
  mark_as_advanced(POSENC_MAKE POSENC_HOST_ARGUMENTS)
  cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
  set(command "${CMAKE_COMMAND}" -E env --unset=CFLAGS --unset=CPPFLAGS --unset=LDFLAGS --unset=LDLIBS --unset=MAKEFLAGS
    "${POSENC_MAKE}" --no-print-directory -s -j ${cores} -C "${source}" "O=${binary}"
    "CC=${POSENC_HOST_CC}" ${POSENC_HOST_ARGUMENTS} build/posenc)
  file(GLOB sources "${source}/Makefile" "${source}/gen/*.[ch]" "${source}/gen/*/*.[ch]" "${source}/gen/*/*.ini"
    "${source}/audit/*/*.[ch]" "${source}/audit/*/*.ini" "${source}/templates/*")
  set(program "${binary}/build/posenc")
  add_custom_command(OUTPUT "${program}" COMMAND ${command} COMMAND "${CMAKE_COMMAND}" -E touch "${program}"
    DEPENDS ${sources} COMMENT "Building posenc for this machine" VERBATIM)
  # A program from changed sources may make other files, so it runs again.
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${sources})
  add_custom_target(posenc_host DEPENDS "${program}")
  add_executable(posenc::posenc IMPORTED GLOBAL)
  set_target_properties(posenc::posenc PROPERTIES IMPORTED_LOCATION "${program}" POSENC_COMMAND "${program}"
    POSENC_BUILD "${command}")
  add_dependencies(posenc::posenc posenc_host)
  message(STATUS "posenc: to be built for this machine, ${program}")
endfunction()

# ${result} becomes the output of posenc for the arguments that follow. A wrong request stops the configuration, with a message
# that names `call`.
function(posenc_ask call result)
  get_target_property(program posenc::posenc IMPORTED_LOCATION)
  get_target_property(host_build posenc::posenc POSENC_BUILD)
  get_property(built GLOBAL PROPERTY posenc_built)
  if(NOT host_build)
    posenc_watch("${program}")
    # A replaced program may have an older time, but its folder gets a new one. The build folder always gets a new one.
    get_filename_component(folder "${program}" DIRECTORY)
    cmake_path(IS_PREFIX CMAKE_BINARY_DIR "${folder}" inside)
    if(NOT inside)
      posenc_watch("${folder}")
    endif()
  elseif(NOT built)
    if(NOT EXISTS "${program}")
      message(STATUS "posenc: compiling the program with ${POSENC_HOST_CC}, on all cores; later configurations keep it")
    endif()
    execute_process(COMMAND ${host_build} RESULT_VARIABLE status)
    if(NOT status EQUAL 0)
      message(FATAL_ERROR "posenc: the build for this machine failed (${status})")
    endif()
    set_property(GLOBAL PROPERTY posenc_built YES)
  endif()
  get_target_property(command posenc::posenc POSENC_COMMAND)
  execute_process(COMMAND ${command} ${ARGN} WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
    OUTPUT_VARIABLE text ERROR_VARIABLE error RESULT_VARIABLE status OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT status EQUAL 0)
    string(REGEX REPLACE "\n(.)" "\n  \\1" error "  ${error}")
    message(FATAL_ERROR "${call}:\n${error}")
  endif()
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

# The project is configured again if one of these files changes.
function(posenc_watch)
  get_property(watched DIRECTORY PROPERTY CMAKE_CONFIGURE_DEPENDS)
  foreach(file IN LISTS ARGN)
    if(NOT file IN_LIST watched AND EXISTS "${file}")
      set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
    endif()
  endforeach()
endfunction()

# Sets table_MEMBER for each member of the first table of a list, the text of posenc --list --json, and cuts it off. Names of files
# become absolute.
function(posenc_read_table text)
  string(REGEX MATCH "({[^\n]*})(.*)" json "${text}")
  set(json "${CMAKE_MATCH_1}")
  set(list "${CMAKE_MATCH_2}" PARENT_SCOPE)
  foreach(member name digest)
    string(JSON table_${member} GET "${json}" ${member})
  endforeach()
  foreach(member outputs inputs defines)
    set(table_${member} "")
    string(JSON count LENGTH "${json}" ${member})
    set(k 0)
    while(k LESS count)
      string(JSON value GET "${json}" ${member} ${k})
      if(NOT member STREQUAL "defines")
        get_filename_component(value "${value}" ABSOLUTE)
      endif()
      set(pair "${value}" after)
      list(LENGTH pair length)
      if(NOT length EQUAL 2)
        message(FATAL_ERROR "posenc: lists of CMake can't contain ${value}")
      endif()
      list(APPEND table_${member} "${value}")
      math(EXPR k "${k} + 1")
    endwhile()
  endforeach()
  foreach(member name digest outputs inputs defines)
    set(table_${member} "${table_${member}}" PARENT_SCOPE)
  endforeach()
endfunction()

# Sets what the compiler must know about the .c and .S files in `outputs`, the files of one table.
function(posenc_compiled target outputs)
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  set(bytes "${outputs}")
  list(FILTER bytes INCLUDE REGEX "\\.bin$")
  foreach(output IN LISTS outputs)
    if(output MATCHES "\\.S$" AND NOT "ASM" IN_LIST languages)
      message(FATAL_ERROR "posenc: ${output} is assembled: the project needs project(... LANGUAGES C ASM)")
    elseif(output MATCHES "\\.c$" AND NOT "C" IN_LIST languages)
      message(FATAL_ERROR "posenc: ${output} is compiled as C: the project needs project(... LANGUAGES C)")
    endif()
    # The assembler finds the .bin through -I, and no dependency scan finds it. Link-time optimisation doesn't see symbols that
    # inline assembly defines.
    if(bytes AND output MATCHES "\\.[cS]$")
      get_filename_component(folder "${output}" DIRECTORY)
      set_property(SOURCE "${output}" TARGET_DIRECTORY ${target} APPEND PROPERTY OBJECT_DEPENDS "${bytes}")
      set_property(SOURCE "${output}" TARGET_DIRECTORY ${target} APPEND PROPERTY INCLUDE_DIRECTORIES "${folder}")
      set_property(SOURCE "${output}" TARGET_DIRECTORY ${target} APPEND PROPERTY COMPILE_OPTIONS
        "$<$<COMPILE_LANG_AND_ID:C,GNU,Clang,AppleClang>:-fno-lto>")
    endif()
  endforeach()
endfunction()

# The `outputs`, files of one table, become sources of the target and wait for the step that writes them.
function(posenc_use target step folder outputs)
  add_dependencies(${target} ${step})
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "UTILITY")
    return()
  elseif(type STREQUAL "INTERFACE_LIBRARY")
    target_include_directories(${target} INTERFACE "$<BUILD_INTERFACE:${folder}>")
    # Without this it wouldn't be in `all` if no program links the library.
    get_target_property(excluded ${target} EXCLUDE_FROM_ALL)
    if(NOT excluded)
      set_property(TARGET ${step} PROPERTY EXCLUDE_FROM_ALL)
    endif()
  else()
    target_include_directories(${target} PUBLIC "$<BUILD_INTERFACE:${folder}>")
    posenc_compiled(${target} "${outputs}")
    list(FILTER outputs EXCLUDE REGEX "\\.bin$")
    target_sources(${target} PRIVATE ${outputs})
  endif()
endfunction()

# posenc_claim(CALL STEP OUTPUT...): stops if another step writes one of these files.
function(posenc_claim call step)
  foreach(output IN LISTS ARGN)
    get_property(other_step GLOBAL PROPERTY "posenc_step ${output}")
    get_property(other_call GLOBAL PROPERTY "posenc_call ${output}")
    if(other_step AND NOT other_step STREQUAL step)
      message(FATAL_ERROR "posenc: two tables are to be written to ${output}:\n  ${other_call}\n  ${call}")
    endif()
    set_property(GLOBAL PROPERTY "posenc_step ${output}" "${step}")
    set_property(GLOBAL PROPERTY "posenc_call ${output}" "${call}")
    set_property(GLOBAL APPEND PROPERTY posenc_claimed "${output}")
  endforeach()
endfunction()

# posenc_claim_names(CALL): stops if the project has another table with one of the names that the caller's table defines. The
# digest is that of the words and numbers, whatever the form.
function(posenc_claim_names call)
  foreach(name IN LISTS table_defines)
    get_property(other GLOBAL PROPERTY "posenc_table ${name}")
    get_property(other_call GLOBAL PROPERTY "posenc_table_call ${name}")
    if(other_call AND NOT other STREQUAL "${table_digest} of ${table_name}")
      message(FATAL_ERROR "posenc: two different tables of this project have the name ${name}:\n  ${other_call}\n  ${call}")
    endif()
    set_property(GLOBAL PROPERTY "posenc_table ${name}" "${table_digest} of ${table_name}")
    set_property(GLOBAL PROPERTY "posenc_table_call ${name}" "${call}")
  endforeach()
endfunction()

# ${result} becomes the target of the step `key`, which is made if there is none: "posenc-", its folder in the build folder,
# and `name`. posenc_command says what it runs.
function(posenc_step key name result)
  get_property(step GLOBAL PROPERTY "posenc_target ${key}")
  if(NOT step)
    file(RELATIVE_PATH folder "${CMAKE_BINARY_DIR}" "${CMAKE_CURRENT_BINARY_DIR}")
    string(REGEX REPLACE "[^A-Za-z0-9_.+-]+" "-" first "posenc-${folder}-${name}")
    string(REPLACE "--" "-" first "${first}")
    set(step "${first}")
    set(k 1)
    while(TARGET ${step})
      math(EXPR k "${k} + 1")
      set(step "${first}-${k}")
    endwhile()
    add_custom_target(${step} DEPENDS "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${step}.stamp")
    set_property(GLOBAL PROPERTY "posenc_target ${key}" ${step})
  endif()
  set(${result} ${step} PARENT_SCOPE)
endfunction()

# Writes a file, unless it has this text already; and removes the files that follow, which were made from the old one.
function(posenc_write file text)
  set(old "")
  if(EXISTS "${file}")
    file(READ "${file}" old)
  endif()
  if(NOT old STREQUAL text)
    file(WRITE "${file}" "${text}")
    if(ARGN)
      file(REMOVE ${ARGN})
    endif()
  endif()
endfunction()

# The command of a step: posenc with the arguments that follow writes `outputs` from `inputs`. `what` is printed.
#
# Files whose bytes stay the same keep their time, so that nothing is compiled again. The step's own time is that of a stamp.
# The step also depends on what it runs, as text, with the program's version; that of a development build stays when the program
# changes, so there the text has the program's digest too.
function(posenc_command step what outputs inputs)
  get_target_property(program posenc::posenc IMPORTED_LOCATION)
  get_target_property(host_build posenc::posenc POSENC_BUILD)
  set(host "")
  if(host_build)
    set(host posenc_host)
  endif()
  set(base "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${step}")
  get_target_property(command posenc::posenc POSENC_COMMAND)
  posenc_version(version ${command})
  if(version MATCHES "-dev")
    file(SHA256 "${program}" digest)
    string(APPEND version " ${digest}")
  endif()
  list(JOIN ARGN "\n" text)
  posenc_write("${base}.txt" "posenc ${version}\n${text}\n")
  # Makefiles have no rule for byproducts. With them as prerequisites, the step runs if one is missing. CMake adds prerequisites
  # to those of former depfiles, which it keeps in the folder of the target.
  set(depfile "")
  if(CMAKE_GENERATOR MATCHES "Makefiles")
    list(TRANSFORM outputs REPLACE "([ #\\])" "\\\\\\1" OUTPUT_VARIABLE names)
    list(TRANSFORM names REPLACE "[$]" "$$")
    list(JOIN names " \\\n  " names)
    posenc_write("${base}.d" "CMakeFiles/${step}.stamp: ${names}\n" "${base}.dir/compiler_depend.internal")
    set(depfile DEPFILE "${base}.d")
  endif()
  list(TRANSFORM outputs REPLACE "/[^/]*$" "" OUTPUT_VARIABLE folders)
  list(REMOVE_DUPLICATES folders)
  add_custom_command(OUTPUT "${base}.stamp" BYPRODUCTS ${outputs} COMMAND "${CMAKE_COMMAND}" -E make_directory ${folders}
    COMMAND ${command} ${ARGN} --if-changed COMMAND "${CMAKE_COMMAND}" -E touch "${base}.stamp"
    DEPENDS ${inputs} "${base}.txt" "${program}" ${host} ${depfile} WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
    COMMENT "Generating ${what}" VERBATIM)
endfunction()

# The command of a manifest's step, when all calls of this folder have said which tables they want.
function(posenc_manifest_command step)
  foreach(property manifest folder names outputs inputs)
    get_property(${property} TARGET ${step} PROPERTY POSENC_${property})
    list(REMOVE_DUPLICATES ${property})
  endforeach()
  list(SORT names)
  if("*" IN_LIST names)
    set(names "")
  endif()
  get_filename_component(what "${manifest}" NAME)
  posenc_command(${step} "the tables of ${what}" "${outputs}" "${inputs}" build "${manifest}" ${names}
    --output-dir "${folder}")
endfunction()

# At the end of the configuration: removes files that an earlier configuration claimed and this one doesn't, except those outside
# the build folder.
function(posenc_remove_unclaimed)
  set(list "${CMAKE_BINARY_DIR}/CMakeFiles/posenc.txt")
  get_property(claimed GLOBAL PROPERTY posenc_claimed)
  set(files "")
  if(EXISTS "${list}")
    file(STRINGS "${list}" files ENCODING UTF-8)
  endif()
  list(REMOVE_ITEM files ${claimed})
  foreach(file IN LISTS files)
    cmake_path(IS_PREFIX CMAKE_BINARY_DIR "${file}" inside)
    if(inside)
      file(REMOVE "${file}")
    endif()
  endforeach()
  list(REMOVE_DUPLICATES claimed)
  list(JOIN claimed "\n" claimed)
  posenc_write("${list}" "${claimed}\n")
endfunction()
cmake_language(DEFER DIRECTORY "${CMAKE_SOURCE_DIR}" CALL posenc_remove_unclaimed)

# ${result} becomes the target of a call, which may be an alias.
function(posenc_target call target result)
  if(NOT TARGET ${target})
    message(FATAL_ERROR "${call}:\n  there is no target '${target}'")
  endif()
  get_target_property(imported ${target} IMPORTED)
  get_target_property(aliased ${target} ALIASED_TARGET)
  if(imported)
    message(FATAL_ERROR "${call}:\n  '${target}' is imported, not built here")
  elseif(aliased)
    set(target ${aliased})
  endif()
  if(call MATCHES "\\$<")
    message(FATAL_ERROR "${call}:\n  generator expressions have no value yet when posenc is asked for the files")
  endif()
  set(${result} ${target} PARENT_SCOPE)
endfunction()

function(posenc_add_table target)
  string(JOIN " " call ${ARGN})
  set(call "posenc_add_table(${target} ${call})")
  posenc_target("${call}" ${target} target)
  math(EXPR odd "${ARGC} % 2")
  if(NOT odd)
    message(FATAL_ERROR "${call}:\n  words and values come in pairs")
  endif()
  posenc_ask("${call}" help help --json)
  set(words "")
  foreach(word output format template split)
    set(${word} "")
  endforeach()
  set(k 1)
  while(k LESS ARGC)
    math(EXPR next "${k} + 1")
    if(NOT "${ARGV${k}}" MATCHES "^[A-Z][A-Z0-9_]*$")
      message(FATAL_ERROR "${call}:\n  '${ARGV${k}}' is not a word in capitals")
    endif()
    string(TOLOWER "${ARGV${k}}" word)
    string(REPLACE "_" "-" word "${word}")
    # posenc accepts a shortened option, but this function needs its full name.
    string(JSON known ERROR_VARIABLE no_word GET "${help}" words "${word}")
    string(JSON known ERROR_VARIABLE no_option GET "${help}" options "${word}")
    if(no_word AND no_option)
      get_target_property(command posenc::posenc POSENC_COMMAND)
      execute_process(COMMAND ${command} help "${word}" ERROR_VARIABLE nearest OUTPUT_QUIET)
      if(nearest MATCHES "; did you mean (.*)[?]")
        string(TOUPPER "${CMAKE_MATCH_1}" nearest)
        string(REPLACE "-" "_" nearest "; did you mean ${nearest}?")
      else()
        set(nearest "")
      endif()
      message(FATAL_ERROR "${call}:\n  '${ARGV${k}}' is not a word of posenc --help${nearest}")
    endif()
    if(word MATCHES "^(output|format|template|split)$")
      set(${word} "${ARGV${next}}")
    endif()
    # If a word is given twice, the last one counts.
    if(NOT word STREQUAL "output")
      list(FILTER words EXCLUDE REGEX "^--${word}=")
      list(APPEND words "--${word}=${ARGV${next}}")
    endif()
    math(EXPR k "${k} + 2")
  endwhile()
  if(NOT output)
    set(extension ".h")
    if(template)
      get_filename_component(extension "${template}" LAST_EXT)
    elseif(NOT format STREQUAL "")
      string(JSON extension ERROR_VARIABLE unknown GET "${help}" formats "${format}" extension)
    endif()
    if(split GREATER 1 AND extension STREQUAL ".h")
      set(extension ".c")
    endif()
    posenc_ask("${call}" list ${words} -o "posenc${extension}" --list --json)
    posenc_read_table("${list}")
    set(output "${table_name}${extension}")
  endif()
  get_filename_component(output "${output}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}/posenc")
  # posenc runs in the source folder, so that names of files need no change.
  posenc_ask("${call}" list ${words} -o "${output}" --list --json)
  posenc_read_table("${list}")
  posenc_watch(${table_inputs}) # the name of a .bin depends on the numbers in these files
  # The order of the words doesn't matter.
  list(SORT words)
  set(key "${table_outputs};${table_inputs};${words}")
  posenc_claim("${call}" "${key}" ${table_outputs})
  posenc_claim_names("${call}")
  get_property(step GLOBAL PROPERTY "posenc_target ${key}")
  get_filename_component(name "${output}" NAME)
  if(NOT step)
    posenc_step("${key}" "${name}" step)
    list(TRANSFORM table_outputs REPLACE "^.*/" "" OUTPUT_VARIABLE names)
    list(JOIN names " " names)
    posenc_command(${step} "${names}" "${table_outputs}" "${table_inputs}" ${words} -o "${output}")
  endif()
  get_filename_component(folder "${output}" DIRECTORY)
  posenc_use(${target} ${step} "${folder}" "${table_outputs}")
  set(posenc_files "${table_outputs}" PARENT_SCOPE)
endfunction()

function(posenc_add_manifest target manifest)
  string(JOIN " " call ${target} ${manifest} ${ARGN})
  set(call "posenc_add_manifest(${call})")
  posenc_target("${call}" ${target} target)
  get_filename_component(manifest "${manifest}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_SOURCE_DIR}")
  posenc_watch("${manifest}")
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/posenc")
  posenc_ask("${call}" list build "${manifest}" ${ARGN} --output-dir "${folder}" --list --json)
  # One step makes the tables of all calls.
  set(key "${manifest};${folder}")
  get_property(step GLOBAL PROPERTY "posenc_target ${key}")
  if(NOT step)
    get_filename_component(name "${manifest}" NAME)
    posenc_step("${key}" "${name}" step)
    set_target_properties(${step} PROPERTIES POSENC_manifest "${manifest}" POSENC_folder "${folder}")
    cmake_language(EVAL CODE "cmake_language(DEFER CALL posenc_manifest_command [==[${step}]==])")
  endif()
  if(ARGN)
    set_property(TARGET ${step} APPEND PROPERTY POSENC_names ${ARGN})
  else()
    set_property(TARGET ${step} APPEND PROPERTY POSENC_names "*")
  endif()
  set(files "")
  set(inputs "")
  while(list MATCHES "{")
    posenc_read_table("${list}")
    posenc_claim("${call}" "${key}" ${table_outputs})
    posenc_claim_names("${call}")
    posenc_use(${target} ${step} "${folder}" "${table_outputs}")
    list(APPEND files ${table_outputs})
    list(APPEND inputs ${table_inputs})
  endwhile()
  list(REMOVE_DUPLICATES inputs)
  posenc_watch(${inputs})
  set_property(TARGET ${step} APPEND PROPERTY POSENC_inputs ${inputs})
  set_property(TARGET ${step} APPEND PROPERTY POSENC_outputs ${files})
  set(posenc_files "${files}" PARENT_SCOPE)
endfunction()
