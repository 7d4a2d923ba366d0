# What `ctest` runs: unit tests, worked cases, examples, script tests, and checks of the repository itself.
# Labels: unit, cases, example, script, repository. Builds with a sanitizer leave the repository checks out.
find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(CMOCKA REQUIRED IMPORTED_TARGET cmocka)

file(GLOB QM_UNIT_TESTS CONFIGURE_DEPENDS test/unit/test_*.c)
foreach(source IN LISTS QM_UNIT_TESTS)
    cmake_path(GET source STEM name)
    if(QM_TEST_FILTER AND NOT name MATCHES "${QM_TEST_FILTER}")
        continue()
    endif()
    add_executable(${name} ${source})
    # The battery and the toy families, whose list of families takes the place of the library's.
    if(name MATCHES "toy|battery|pool|draw_tile|draw_table|fuzz|allocation")
        target_sources(${name} PRIVATE test/battery/battery.c ${QM_TOY_SOURCES})
    endif()
    if(name STREQUAL "test_fuzz")
        target_sources(${name} PRIVATE test/fuzz/targets.c)
    endif()
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/test)
    target_include_directories(${name} PRIVATE include src test)
    target_compile_definitions(${name} PRIVATE QM_TEST_DATA="${PROJECT_SOURCE_DIR}/test")
    target_link_libraries(${name} PRIVATE quickmarch_static qm_flags qm_places PkgConfig::CMOCKA Threads::Threads)
    add_test(NAME ${name} COMMAND ${name} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(${name} PROPERTIES LABELS unit)
    if(QM_SANITIZE)
        set_tests_properties(${name} PROPERTIES ENVIRONMENT QM_TEST_PART=4) # test/support/amount.h
    endif()
endforeach()
if(QM_TEST_FILTER)
    return()
endif()

if(TARGET quickmarch_cli)
    file(GLOB_RECURSE QM_CASES CONFIGURE_DEPENDS cases/*.json)
    if(QM_CASES)
        add_test(NAME cases COMMAND quickmarch_cli check ${QM_CASES} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
        set_tests_properties(cases PROPERTIES LABELS cases)
    endif()
    # The program with the toy families in it, to try every command on a table.
    add_executable(quickmarch_toy ${QM_CLI_SOURCES} ${QM_TOY_SOURCES})
    set_target_properties(quickmarch_toy PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/test)
    target_include_directories(quickmarch_toy PRIVATE apps/cli include src test)
    target_link_libraries(quickmarch_toy PRIVATE quickmarch_static qm_flags qm_places)
    # The arithmetic of the oracles of the table, which Python loads: it has no sanitizer, and is always optimised.
    add_library(table_shapes MODULE test/oracle/table_shapes.c)
    set_target_properties(table_shapes PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/test PREFIX ""
        C_VISIBILITY_PRESET default)
    target_compile_options(table_shapes PRIVATE -O2 -ffp-contract=off -fno-math-errno -Wall -Wextra)
    target_link_libraries(table_shapes PRIVATE m)
    # What answers the oracles of walks and falls on the table; they find it in the variable TABLE_DRIVER.
    add_executable(table_driver test/oracle/table_driver.c)
    set_target_properties(table_driver PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/test)
    target_include_directories(table_driver PRIVATE include src)
    target_link_libraries(table_driver PRIVATE quickmarch_static qm_flags)
    # What answers the oracle of sight on the table; it finds it in the variable TABLE_SIGHT_DRIVER.
    add_executable(table_sight_driver test/oracle/sight_driver.c)
    set_target_properties(table_sight_driver PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/test)
    target_include_directories(table_sight_driver PRIVATE include src)
    target_link_libraries(table_sight_driver PRIVATE quickmarch_static qm_flags)
    # What answers the oracle of routes over links; it finds it in the variable TABLE_LINKS_DRIVER.
    add_executable(table_links_driver test/oracle/links_driver.c)
    set_target_properties(table_links_driver PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/test)
    target_include_directories(table_links_driver PRIVATE include src)
    target_link_libraries(table_links_driver PRIVATE quickmarch_static qm_flags)
    # What answers the oracle of volleys; it finds it in the variable SQUAD_VOLLEY_DRIVER.
    add_executable(squad_volley_driver test/oracle/volley_driver.c)
    set_target_properties(squad_volley_driver PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/test)
    target_include_directories(squad_volley_driver PRIVATE include src)
    target_link_libraries(squad_volley_driver PRIVATE quickmarch_static qm_flags)
    # The oracles of the table need numpy and shapely, which Debian installs for its own Python.
    execute_process(COMMAND ${Python3_EXECUTABLE} -c "import numpy, shapely" RESULT_VARIABLE QM_NO_SHAPELY
        OUTPUT_QUIET ERROR_QUIET)
    set(QM_TABLE_PYTHON ${Python3_EXECUTABLE})
    if(QM_NO_SHAPELY)
        set(QM_TABLE_PYTHON /usr/bin/python3)
    endif()
    # Tests of the program from outside, and the oracles: test/FOLDER/test_*.py find it in the variable QUICKMARCH, and
    # the one with the toys in QUICKMARCH_TOY.
    set(QM_PROGRAMS
        QUICKMARCH=$<TARGET_FILE:quickmarch_cli>
        QUICKMARCH_TOY=$<TARGET_FILE:quickmarch_toy>
        TABLE_SHAPES=$<TARGET_FILE:table_shapes>
        TABLE_DRIVER=$<TARGET_FILE:table_driver>
        TABLE_SIGHT_DRIVER=$<TARGET_FILE:table_sight_driver>
        TABLE_LINKS_DRIVER=$<TARGET_FILE:table_links_driver>
        SQUAD_VOLLEY_DRIVER=$<TARGET_FILE:squad_volley_driver>)
    # Under sanitizers the oracles ask less: what they look for is in the code, not in the count.
    if(QM_SANITIZE)
        list(APPEND QM_PROGRAMS QM_ORACLE_TABLES=100 QM_SIGHT_TABLES=200 QM_ORACLE_LINKS=20 QM_PRICES_TABLES=40
            QM_FALLS_TABLES=200 QM_IMAGES_TABLES=20 QM_AIM_TABLES=125 QM_VOLLEYS=200
            QM_ORACLE_PHASES=2000 QM_SYMMETRY_PHASES=300 QM_ORACLE_BOARDS=80)
    endif()
    file(GLOB QM_SCRIPT_TESTS CONFIGURE_DEPENDS test/*/test_*.py)
    # What a locale changes are characters, not memory: once without a sanitizer is enough.
    if(QM_SANITIZE)
        list(FILTER QM_SCRIPT_TESTS EXCLUDE REGEX "test_locale_cli")
    endif()
    foreach(script IN LISTS QM_SCRIPT_TESTS)
        cmake_path(GET script STEM name)
        set(script_python ${Python3_EXECUTABLE})
        if(name MATCHES "^test_table_")
            set(script_python ${QM_TABLE_PYTHON})
        endif()
        add_test(NAME ${name} COMMAND ${script_python} ${script} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
        set_tests_properties(${name} PROPERTIES LABELS script
            ENVIRONMENT "${QM_PROGRAMS}")
    endforeach()
endif()

foreach(source IN LISTS QM_EXAMPLES)
    cmake_path(GET source STEM name)
    add_test(NAME example_${name} COMMAND example_${name} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(example_${name} PROPERTIES LABELS example)
endforeach()

# The longest begin first, so that at the end no core waits for one of them alone.
foreach(name IN ITEMS test_table_links test_table_oracle test_squad_battery test_warband_battery test_table_prices
        test_table_links_invariance test_locale_cli test_cli test_hexmelee_oracle test_tiles_battery test_squad_moves_oracle
        test_table_invariance test_warband_options_battery test_unmeasured test_squad test_compare test_warband_reach)
    if(TEST ${name})
        set_tests_properties(${name} PROPERTIES COST 1000)
    endif()
endforeach()

if(QM_SANITIZE)
    return()
endif()

function(qm_check name)
    add_test(NAME check_${name} COMMAND ${ARGN} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(check_${name} PROPERTIES LABELS repository)
endfunction()

set(tools ${PROJECT_SOURCE_DIR}/tools)
set(python ${Python3_EXECUTABLE})
qm_check(layers ${python} ${tools}/check_layers.py ${PROJECT_SOURCE_DIR})
qm_check(words ${python} ${tools}/check_words.py ${PROJECT_SOURCE_DIR})
qm_check(tools ${python} ${tools}/test_tools.py)
qm_check(headers ${tools}/check_headers.sh ${PROJECT_SOURCE_DIR} ${CMAKE_C_COMPILER})
qm_check(clang ${tools}/check_clang.sh ${PROJECT_SOURCE_DIR})
qm_check(wasm ${python} ${PROJECT_SOURCE_DIR}/test/wasm/check_bits.py ${PROJECT_SOURCE_DIR})
qm_check(amalgamation ${tools}/check_amalgamation.sh ${PROJECT_SOURCE_DIR} ${CMAKE_C_COMPILER})
if(QM_BUILD_SHARED)
    qm_check(symbols ${python} ${tools}/check_symbols.py ${PROJECT_SOURCE_DIR} $<TARGET_FILE:quickmarch_static>
        $<TARGET_FILE:quickmarch_shared>)
    qm_check(package ${tools}/check_package.sh ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR} ${CMAKE_C_COMPILER})
endif()
