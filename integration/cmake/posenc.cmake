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
# At configuration the program is asked which files a table has, and whether its words are right. So lists of numbers and
# models must exist by then; if one changes, the program is asked again. Files of tables that are no longer asked for are
# removed from the build folder.
#
# The program must run on the build machine, whatever the target is. It is the first of these that exists:
#   - POSENC_EXECUTABLE;
#   - the package's own;
#   - one that find_program finds outside the sysroot;
#   - with posenc's sources in the tree, one that their Makefile builds with POSENC_HOST_CC, not with the target's compiler.

include_guard(GLOBAL)
cmake_policy(VERSION 3.21) # also if the project asks for an older one

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
    posenc_watch("${program}")
    # A program that is put in its place keeps an older time, but the folder gets a new one. The build folder has one always.
    get_filename_component(folder "${program}" DIRECTORY)
    cmake_path(IS_PREFIX CMAKE_BINARY_DIR "${folder}" inside)
    if(NOT inside)
      posenc_watch("${folder}")
    endif()
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

# The project is configured again if one of these files changes.
function(posenc_watch)
  get_property(watched DIRECTORY PROPERTY CMAKE_CONFIGURE_DEPENDS)
  foreach(file IN LISTS ARGN)
    if(NOT file IN_LIST watched AND EXISTS "${file}")
      set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
    endif()
  endforeach()
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

# ${result} becomes the files that the following lines, words of options or of a manifest, name relative to `folder`. Reads
# the caller's variables file_words and file_rules.
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
      if(EXISTS "${input}" OR NOT file STREQUAL "none")
        list(APPEND inputs "${input}")
      endif()
    endif()
  endforeach()
  list(REMOVE_DUPLICATES inputs)
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
    elseif(output MATCHES "\\.c$" AND NOT "C" IN_LIST languages)
      message(FATAL_ERROR "posenc: ${output} is compiled as C: the project needs project(... LANGUAGES C)")
    endif()
    # The assembler finds the .bin through -I, and no dependency scan sees it. Link-time optimisation sees no symbol that
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
    # Nothing else would put it into `all`, if no program links the library.
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

# ${result} becomes the words of a manifest, "key=value", and ${result}_NAME those of a section.
function(posenc_manifest_words manifest result)
  file(READ "${manifest}" lines)
  # Lists of CMake have a meaning for these.
  string(REPLACE "[" "<" lines "${lines}")
  string(REPLACE "]" ">" lines "${lines}")
  string(REPLACE ";" "#" lines "${lines}")
  string(REGEX REPLACE "[\r\n]+" ";" lines "${lines}")
  set(section "")
  set(sections "")
  foreach(line IN LISTS lines)
    if(line MATCHES "^[ \t]*([a-z-]+)[ \t]*=[ \t]*(.*[^ \t]|)[ \t]*$")
      list(APPEND words "${CMAKE_MATCH_1}=${CMAKE_MATCH_2}")
      list(APPEND words_${section} "${CMAKE_MATCH_1}=${CMAKE_MATCH_2}")
    elseif(line MATCHES "^[^#]*<[ \t]*([A-Za-z0-9_]+)[ \t]*>")
      set(section "${CMAKE_MATCH_1}")
      list(APPEND sections "${section}")
    endif()
  endforeach()
  foreach(section IN LISTS sections)
    set(${result}_${section} "${words_${section}}" PARENT_SCOPE)
  endforeach()
  set(${result} "${words}" PARENT_SCOPE)
endfunction()

# posenc_claim_name(CALL NAME FOLDER WORD...): stops if the project has another table of this name. What is in it depends on
# the words, "key=value", and on the files that they name relative to FOLDER; not on the form in which it is written. Reads the
# caller's variables file_words and file_rules.
function(posenc_claim_name call name folder)
  set(words ${ARGN})
  list(TRANSFORM words REPLACE "^--" "")
  list(FILTER words EXCLUDE REGEX "^(name|output|format|template|literal|linkage|endian|split|align|section|qualifiers|include|\
accessor|factored|package|rows|engine|threads)=")
  posenc_inputs("${folder}" inputs ${words})
  list(TRANSFORM words REPLACE "=.*/" "=")
  foreach(input IN LISTS inputs)
    file(SHA256 "${input}" digest)
    list(APPEND words ${digest})
  endforeach()
  list(SORT words)
  get_property(other_words GLOBAL PROPERTY "posenc_table ${name}")
  get_property(other_call GLOBAL PROPERTY "posenc_table_call ${name}")
  if(other_call AND NOT other_words STREQUAL words)
    message(FATAL_ERROR "posenc: two different tables of this project have the name ${name}:\n  ${other_call}\n  ${call}")
  endif()
  set_property(GLOBAL PROPERTY "posenc_table ${name}" "${words}")
  set_property(GLOBAL PROPERTY "posenc_table_call ${name}" "${call}")
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

# Writes a file, unless it holds this text; and removes the files that follow, which were made of the old one.
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

# The command of a step: posenc with the arguments that follow, which writes `outputs`, of `inputs`. `what` is printed.
#
# Files whose bytes stay the same keep their time, so that nothing is compiled again. The step's own time is that of a stamp.
# The step also depends on what it runs, as text, with the program's version.
function(posenc_command step what outputs inputs)
  get_target_property(program posenc::posenc IMPORTED_LOCATION)
  get_target_property(host_build posenc::posenc POSENC_BUILD)
  set(host "")
  if(host_build)
    set(host posenc_host)
  endif()
  set(base "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${step}")
  posenc_version("${program}" version)
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
    COMMAND "${program}" ${ARGN} --if-changed COMMAND "${CMAKE_COMMAND}" -E touch "${base}.stamp"
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
  posenc_command(${step} "the tables of ${what}" "${outputs}" "${manifest};${inputs}" build "${manifest}" ${names}
    --output-dir "${folder}")
endfunction()

# At the end of the configuration: removes the files that an earlier one claimed, and this one doesn't. Those outside the build
# folder stay.
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

# A line of --list becomes the name of a table and its files, as absolute paths.
function(posenc_listed line name_result files_result)
  string(REPLACE "\t" ";" files "${line}")
  list(POP_FRONT files name)
  set(absolute "")
  foreach(file IN LISTS files)
    get_filename_component(file "${file}" ABSOLUTE)
    list(APPEND absolute "${file}")
  endforeach()
  set(${name_result} "${name}" PARENT_SCOPE)
  set(${files_result} "${absolute}" PARENT_SCOPE)
endfunction()

function(posenc_add_table target)
  string(JOIN " " call ${ARGN})
  set(call "posenc_add_table(${target} ${call})")
  posenc_target("${call}" ${target} target)
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
  posenc_listed("${outputs}" table outputs)
  # The step runs in the source folder, so that the names of files are right as they are.
  posenc_file_words("${call}" file_words file_rules)
  posenc_inputs("${CMAKE_CURRENT_SOURCE_DIR}" inputs ${words})
  posenc_watch(${inputs}) # the name of a .bin depends on the numbers in these files
  # The order of the words doesn't matter.
  list(SORT words)
  set(key "${outputs};${inputs};${words}")
  posenc_claim("${call}" "${key}" ${outputs})
  posenc_claim_name("${call}" "${table}" "${CMAKE_CURRENT_SOURCE_DIR}" ${words})
  get_property(step GLOBAL PROPERTY "posenc_target ${key}")
  get_filename_component(name "${output}" NAME)
  if(NOT step)
    posenc_step("${key}" "${name}" step)
    list(TRANSFORM outputs REPLACE "^.*/" "" OUTPUT_VARIABLE names)
    list(JOIN names " " names)
    posenc_command(${step} "${names}" "${outputs}" "${inputs}" ${words} -o "${output}")
  endif()
  get_filename_component(folder "${output}" DIRECTORY)
  posenc_use(${target} ${step} "${folder}" "${outputs}")
  set(posenc_files "${outputs}" PARENT_SCOPE)
endfunction()

function(posenc_add_manifest target manifest)
  string(JOIN " " call ${target} ${manifest} ${ARGN})
  set(call "posenc_add_manifest(${call})")
  posenc_target("${call}" ${target} target)
  get_filename_component(manifest "${manifest}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_SOURCE_DIR}")
  posenc_watch("${manifest}")
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/posenc")
  posenc_ask("${call}" list build "${manifest}" ${ARGN} --output-dir "${folder}" --list)
  if(NOT list)
    message(FATAL_ERROR "${manifest} lists no table")
  endif()
  posenc_file_words("${call}" file_words file_rules)
  get_filename_component(beside "${manifest}" DIRECTORY)
  posenc_manifest_words("${manifest}" words)
  posenc_inputs("${beside}" inputs ${words})
  posenc_watch(${inputs})
  # One step makes the tables of all calls.
  set(key "${manifest};${folder}")
  get_property(step GLOBAL PROPERTY "posenc_target ${key}")
  if(NOT step)
    get_filename_component(name "${manifest}" NAME)
    posenc_step("${key}" "${name}" step)
    set_target_properties(${step} PROPERTIES POSENC_manifest "${manifest}" POSENC_folder "${folder}" POSENC_inputs "${inputs}")
    cmake_language(EVAL CODE "cmake_language(DEFER CALL posenc_manifest_command [==[${step}]==])")
  endif()
  if(ARGN)
    set_property(TARGET ${step} APPEND PROPERTY POSENC_names ${ARGN})
  else()
    set_property(TARGET ${step} APPEND PROPERTY POSENC_names "*")
  endif()
  set(files "")
  string(REPLACE "\n" ";" list "${list}")
  foreach(line IN LISTS list)
    posenc_listed("${line}" table outputs)
    posenc_claim("${call}" "${key}" ${outputs})
    set(own ${words_${table}})
    foreach(word IN LISTS words_defaults)
      string(REGEX REPLACE "=.*" "=" start "${word}")
      if(NOT ";${own}" MATCHES ";${start}")
        list(APPEND own "${word}")
      endif()
    endforeach()
    posenc_claim_name("${call}" "${table}" "${beside}" ${own})
    posenc_use(${target} ${step} "${folder}" "${outputs}")
    list(APPEND files ${outputs})
  endforeach()
  set_property(TARGET ${step} APPEND PROPERTY POSENC_outputs ${files})
  set(posenc_files "${files}" PARENT_SCOPE)
endfunction()
