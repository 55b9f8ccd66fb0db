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
# include folder. Emitted .c and .S files are compiled into TARGET; an INTERFACE library gets only the headers. Targets that
# ask for the same table share it. It is an error if two different tables would be written to one file.
#
# At configuration the program is asked which files a table has, and whether its words are right. So lists of numbers and
# models must exist by then; if one changes, the program is asked again.
#
# The program must run on the build machine, whatever the target is. It is the first of these that exists:
#   - POSENC_EXECUTABLE;
#   - the package's own;
#   - one that find_program finds outside the sysroot;
#   - with posenc's sources in the tree, one that their Makefile builds with POSENC_HOST_CC, not with the target's compiler.

include_guard(GLOBAL)

set(POSENC_EXECUTABLE "" CACHE FILEPATH "posenc, as this machine runs it; empty: search, or build")

# ${result} becomes the version of a program, or empty if it isn't posenc or doesn't run here.
function(posenc_version program result)
  set(${result} "" PARENT_SCOPE)
  if(EXISTS "${program}" AND NOT IS_DIRECTORY "${program}")
    execute_process(COMMAND "${program}" --version OUTPUT_VARIABLE text ERROR_QUIET RESULT_VARIABLE status)
    if(status EQUAL 0 AND text MATCHES "^posenc ([0-9.]+)")
      set(${result} "${CMAKE_MATCH_1}" PARENT_SCOPE)
    endif()
  endif()
endfunction()

# posenc_use_program(CANDIDATE [VERSION]): makes the target posenc::posenc, if a program is found. With a VERSION only a
# program of that version is taken, except for POSENC_EXECUTABLE, which is taken as it is.
function(posenc_use_program candidate)
  if(TARGET posenc::posenc)
    return()
  endif()
  set(program "")
  if(POSENC_EXECUTABLE)
    posenc_version("${POSENC_EXECUTABLE}" version)
    if(NOT version)
      message(FATAL_ERROR "POSENC_EXECUTABLE: '${POSENC_EXECUTABLE}' is not a posenc that runs on this machine")
    endif()
    set(program "${POSENC_EXECUTABLE}")
  else()
    # First as CMake searches, but outside the sysroot; then only on PATH, since prefixes may hold the target's programs.
    find_program(posenc_found posenc NO_CACHE NO_CMAKE_FIND_ROOT_PATH)
    find_program(posenc_found_on_path posenc NO_CACHE NO_CMAKE_FIND_ROOT_PATH NO_PACKAGE_ROOT_PATH NO_CMAKE_PATH
      NO_CMAKE_ENVIRONMENT_PATH NO_CMAKE_SYSTEM_PATH)
    foreach(path "${candidate}" "${posenc_found}" "${posenc_found_on_path}")
      posenc_version("${path}" version)
      if(version AND (ARGC EQUAL 1 OR version STREQUAL ARGV1))
        set(program "${path}")
        break()
      endif()
    endforeach()
  endif()
  if(program)
    message(STATUS "posenc ${version}: ${program}")
    add_executable(posenc::posenc IMPORTED GLOBAL)
    set_target_properties(posenc::posenc PROPERTIES IMPORTED_LOCATION "${program}")
  endif()
endfunction()

# posenc_host_build(SOURCE BINARY): makes the target posenc::posenc, which posenc's Makefile builds in BINARY from the
# sources in SOURCE. Nothing is written to SOURCE: the Makefile works on links to it.
function(posenc_host_build source binary)
  set(POSENC_HOST_CC "cc" CACHE STRING "compiler for programs that this machine runs")
  set(POSENC_HOST_ARGUMENTS "" CACHE STRING "arguments for posenc's Makefile, such as CPPFLAGS=-I/opt/include")
  find_program(POSENC_MAKE NAMES gmake make REQUIRED NO_CMAKE_FIND_ROOT_PATH)
  mark_as_advanced(POSENC_MAKE POSENC_HOST_ARGUMENTS)
  file(MAKE_DIRECTORY "${binary}")
  foreach(part Makefile gen templates)
    file(CREATE_LINK "${source}/${part}" "${binary}/${part}" SYMBOLIC)
  endforeach()
  cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
  set(command "${CMAKE_COMMAND}" -E env --unset=CFLAGS --unset=CPPFLAGS --unset=LDFLAGS --unset=LDLIBS --unset=MAKEFLAGS
    "${POSENC_MAKE}" --no-print-directory -s -j ${cores} -C "${binary}" "CC=${POSENC_HOST_CC}"
    ${POSENC_HOST_ARGUMENTS} build/posenc)
  file(GLOB sources "${source}/Makefile" "${source}/gen/*.[ch]" "${source}/gen/*/*.[ch]" "${source}/templates/*")
  set(program "${binary}/build/posenc")
  add_custom_command(OUTPUT "${program}" COMMAND ${command} COMMAND "${CMAKE_COMMAND}" -E touch "${program}"
    DEPENDS ${sources} COMMENT "Building posenc for this machine" VERBATIM)
  # After a change of its sources the program may give other files: it is asked again.
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${sources})
  add_custom_target(posenc_host DEPENDS "${program}")
  add_executable(posenc::posenc IMPORTED GLOBAL)
  set_target_properties(posenc::posenc PROPERTIES IMPORTED_LOCATION "${program}" POSENC_BUILD "${command}")
  add_dependencies(posenc::posenc posenc_host)
  message(STATUS "posenc: to be built for this machine, ${program}")
endfunction()

# ${result} becomes what posenc prints for the arguments that follow. For --list that is a line for each table: its name,
# then its files after tabs. A wrong request stops the configuration, and `call` says which one it was.
function(posenc_ask call result)
  get_target_property(program posenc::posenc IMPORTED_LOCATION)
  get_target_property(host_build posenc::posenc POSENC_BUILD)
  get_property(built GLOBAL PROPERTY posenc_built)
  if(NOT host_build)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${program}")
  elseif(NOT built)
    execute_process(COMMAND ${host_build} RESULT_VARIABLE status)
    if(NOT status EQUAL 0)
      message(FATAL_ERROR "posenc: the build for this machine failed (${status})")
    endif()
    set_property(GLOBAL PROPERTY posenc_built YES)
  endif()
  execute_process(COMMAND "${program}" ${ARGN} WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
    OUTPUT_VARIABLE text ERROR_VARIABLE error RESULT_VARIABLE status OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT status EQUAL 0)
    string(REGEX REPLACE "\n(.)" "\n  \\1" error "  ${error}")
    message(FATAL_ERROR "${call}:\n${error}")
  endif()
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

# ${words} and ${rules} become regular expressions for the words whose value is a FILE, and for the rules of scaling that have
# one: "frequencies|template" and "longrope". The program's help says which these are.
function(posenc_file_words call words rules)
  posenc_ask("${call}" help --help)
  string(REGEX REPLACE "What the run does.*" "" help "${help}")
  posenc_ask("${call}" scaling help scaling)
  string(REGEX MATCHALL "--[a-z-]+ FILE" found_words "${help}")
  string(REGEX MATCHALL "[a-z0-9]+:FILE" found_rules "${scaling}")
  foreach(found words rules)
    list(JOIN found_${found} "|" all)
    string(REGEX REPLACE "--| FILE|:FILE" "" all "${all}")
    set(${${found}} "${all}" PARENT_SCOPE)
  endforeach()
endfunction()

# ${result} becomes the files that the following lines, words of options or of a manifest, name relative to `folder`. The
# name of a .bin depends on the numbers in these files, so the program is asked again if one changes. Reads the caller's
# variables file_words and file_rules.
function(posenc_inputs folder result)
  set(inputs "")
  foreach(line IN LISTS ARGN)
    if(line MATCHES "^(--|[ \t]*)((${file_words})[ \t]*=|scaling[ \t]*=[ \t]*(${file_rules}):)[ \t]*(.*[^ \t\r])")
      set(file "${CMAKE_MATCH_5}")
      if(CMAKE_MATCH_4)
        string(REGEX REPLACE ",.*" "" file "${file}")
      endif()
      get_filename_component(input "${file}" ABSOLUTE BASE_DIR "${folder}")
      # FILE:KEY is a part of a model's file, unless that is a name as a whole.
      if(line MATCHES "^[- \t]*model[ \t]*=" AND NOT EXISTS "${input}")
        string(REGEX REPLACE ":[^:/]*$" "" input "${input}")
      endif()
      if(EXISTS "${input}")
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${input}")
      endif()
      if(EXISTS "${input}" OR NOT file STREQUAL "none")
        list(APPEND inputs "${input}")
      endif()
    endif()
  endforeach()
  set(${result} "${inputs}" PARENT_SCOPE)
endfunction()

# Sets what the compiler must know of the .c and .S files in `outputs`, the files of one table.
function(posenc_compiled target outputs)
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  set(bytes "${outputs}")
  list(FILTER bytes INCLUDE REGEX "\\.bin$")
  foreach(output IN LISTS outputs)
    if(output MATCHES "\\.S$" AND NOT "ASM" IN_LIST languages)
      message(FATAL_ERROR "posenc: ${output} is assembled: the project needs project(... LANGUAGES C ASM)")
    endif()
    # The assembler finds the .bin through -I, and no dependency scan sees it.
    if(bytes AND output MATCHES "\\.[cS]$")
      get_filename_component(folder "${output}" DIRECTORY)
      set_property(SOURCE "${output}" TARGET_DIRECTORY ${target} APPEND PROPERTY OBJECT_DEPENDS "${bytes}")
      set_property(SOURCE "${output}" TARGET_DIRECTORY ${target} APPEND PROPERTY INCLUDE_DIRECTORIES "${folder}")
    endif()
  endforeach()
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
  endforeach()
endfunction()

# Adds the step that writes `outputs`, the files of one table; all targets that ask for the table share it. The arguments
# that follow are posenc's. The table depends on `inputs`, and on `manifest` if that isn't empty.
function(posenc_step call target folder outputs manifest inputs)
  get_target_property(program posenc::posenc IMPORTED_LOCATION)
  get_target_property(host_build posenc::posenc POSENC_BUILD)
  set(listed ${outputs})
  set(outputs "")
  foreach(output IN LISTS listed)
    get_filename_component(output "${output}" ABSOLUTE)
    list(APPEND outputs "${output}")
  endforeach()
  list(TRANSFORM outputs REPLACE "(.*)/[^/]*$" "\\1" OUTPUT_VARIABLE folders)
  list(REMOVE_DUPLICATES folders)
  file(MAKE_DIRECTORY ${folders})
  # The order of the words doesn't matter. With other files it is another step, with a depfile of its own.
  set(words ${ARGN})
  list(SORT words)
  string(SHA256 step "${outputs};${manifest};${inputs};${words}")
  string(SUBSTRING "${step}" 0 8 step)
  list(GET outputs 0 first)
  get_filename_component(name "${first}" NAME)
  set(step "posenc-${name}-${step}")
  posenc_claim("${call}" ${step} ${outputs})
  if(NOT TARGET ${step})
    # Ninja looks at an output's time again after the step. With Makefiles, an output that stays old would run it every time.
    set(if_changed "")
    if(CMAKE_GENERATOR MATCHES "Ninja")
      set(if_changed --if-changed)
    endif()
    set(host "")
    if(host_build)
      set(host posenc_host)
    endif()
    # posenc writes what else this table is made from. Generators without depfiles make all tables of the manifest again.
    set(tell "")
    set(depfile "")
    if(manifest AND CMAKE_GENERATOR MATCHES "Ninja|Makefiles")
      set(inputs "")
      set(tell --depfile "${CMAKE_CURRENT_BINARY_DIR}/${step}.d")
      set(depfile DEPFILE "${CMAKE_CURRENT_BINARY_DIR}/${step}.d")
    endif()
    list(TRANSFORM outputs REPLACE "^.*/" "" OUTPUT_VARIABLE names)
    list(JOIN names " " names)
    add_custom_command(OUTPUT ${outputs} COMMAND "${program}" ${ARGN} ${tell} ${if_changed}
      DEPENDS ${manifest} ${inputs} "${program}" ${host} ${depfile} WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
      COMMENT "Generating ${names}" VERBATIM)
    add_custom_target(${step} DEPENDS ${outputs})
  endif()
  add_dependencies(${target} ${step})
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "INTERFACE_LIBRARY")
    target_include_directories(${target} INTERFACE "$<BUILD_INTERFACE:${folder}>")
  else()
    target_include_directories(${target} PUBLIC "$<BUILD_INTERFACE:${folder}>")
    set(sources "${outputs}")
    list(FILTER sources EXCLUDE REGEX "\\.bin$")
    target_sources(${target} PRIVATE ${sources})
    posenc_compiled(${target} "${outputs}")
  endif()
endfunction()

# ${result} becomes the extension of a table's output. Reads the caller's variables call, format, template and split. The
# program's help has a line for each format, with its extensions, or the files that it writes: "incbin BASE.c, BASE.h".
function(posenc_extension result)
  set(extension ".h")
  if(template)
    get_filename_component(extension "${template}" LAST_EXT)
  elseif(format MATCHES "^[a-z0-9]+$")
    posenc_ask("${call}" formats help format)
    if(formats MATCHES "\n${format} +(BASE)?(\\.[A-Za-z0-9]+)")
      set(extension "${CMAKE_MATCH_2}")
    endif()
  endif()
  if(split GREATER 1 AND extension STREQUAL ".h")
    set(extension ".c")
  endif()
  set(${result} "${extension}" PARENT_SCOPE)
endfunction()

function(posenc_add_table target)
  string(JOIN " " call ${ARGN})
  set(call "posenc_add_table(${target} ${call})")
  if(NOT TARGET ${target})
    message(FATAL_ERROR "posenc_add_table: there is no target '${target}'")
  endif()
  math(EXPR odd "${ARGC} % 2")
  if(NOT odd)
    message(FATAL_ERROR "${call}:\n  words and values come in pairs")
  endif()
  posenc_ask("${call}" help --help)
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
    # posenc would take a shortened option, but this function has to know which it is.
    if(NOT "${help}" MATCHES " --${word}[ \n]")
      message(FATAL_ERROR "${call}:\n  '${ARGV${k}}' is not a word of posenc --help")
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
    posenc_extension(extension)
    posenc_ask("${call}" list ${words} -o "posenc${extension}" --list)
    string(REGEX REPLACE "\t.*" "${extension}" output "${list}")
  endif()
  get_filename_component(output "${output}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}/posenc")
  posenc_ask("${call}" outputs ${words} -o "${output}" --list)
  string(REPLACE "\t" ";" outputs "${outputs}")
  list(POP_FRONT outputs)
  # The step runs in the source folder, so that the names of files are right as they are.
  posenc_file_words("${call}" file_words file_rules)
  posenc_inputs("${CMAKE_CURRENT_SOURCE_DIR}" inputs ${words})
  get_filename_component(folder "${output}" DIRECTORY)
  posenc_step("${call}" ${target} "${folder}" "${outputs}" "" "${inputs}" ${words} -o "${output}")
endfunction()

function(posenc_add_manifest target manifest)
  string(JOIN " " call ${target} ${manifest} ${ARGN})
  set(call "posenc_add_manifest(${call})")
  if(NOT TARGET ${target})
    message(FATAL_ERROR "posenc_add_manifest: there is no target '${target}'")
  endif()
  get_filename_component(manifest "${manifest}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_SOURCE_DIR}")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${manifest}")
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/posenc")
  posenc_ask("${call}" list build "${manifest}" ${ARGN} --output-dir "${folder}" --list)
  if(NOT list)
    message(FATAL_ERROR "${manifest} lists no table")
  endif()
  posenc_file_words("${call}" file_words file_rules)
  file(STRINGS "${manifest}" lines REGEX "^[ \t]*(${file_words}|scaling)")
  get_filename_component(beside "${manifest}" DIRECTORY)
  posenc_inputs("${beside}" inputs ${lines})
  # Each table has its own step, so that targets may take overlapping parts of a manifest.
  string(REPLACE "\n" ";" list "${list}")
  foreach(table IN LISTS list)
    string(REPLACE "\t" ";" outputs "${table}")
    list(POP_FRONT outputs name)
    posenc_step("${call}" ${target} "${folder}" "${outputs}" "${manifest}" "${inputs}" build "${manifest}" ${name}
      --output-dir "${folder}")
  endforeach()
endfunction()
