# What `cmake --install` puts where.
install(TARGETS ${QM_LIBRARIES} EXPORT quickmarch_targets)
install(DIRECTORY include/quickmarch DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")

set(QM_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/quickmarch)
install(EXPORT quickmarch_targets NAMESPACE quickmarch:: DESTINATION ${QM_PACKAGE_DIR})
configure_package_config_file(cmake/quickmarch-config.cmake.in quickmarch-config.cmake
    INSTALL_DESTINATION ${QM_PACKAGE_DIR})
# Before version 1.0 every minor version may change the interface.
write_basic_package_version_file(quickmarch-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/quickmarch-config.cmake ${PROJECT_BINARY_DIR}/quickmarch-config-version.cmake
    DESTINATION ${QM_PACKAGE_DIR})

# The .pc file finds its prefix from its own place, so an installed tree may be moved.
cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig
    OUTPUT_VARIABLE QM_PC_PREFIX)
configure_file(cmake/quickmarch.pc.in quickmarch.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/quickmarch.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

if(TARGET quickmarch_cli)
    install(TARGETS quickmarch_cli)
    file(GLOB QM_MAN_PAGES CONFIGURE_DEPENDS docs/man/*.1)
    install(FILES ${QM_MAN_PAGES} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
    foreach(entry IN ITEMS quickmarch.bash:bash-completion/completions:quickmarch
            _quickmarch:zsh/site-functions:_quickmarch quickmarch.fish:fish/vendor_completions.d:quickmarch.fish)
        string(REPLACE ":" ";" parts ${entry})
        list(GET parts 0 file)
        list(GET parts 1 directory)
        list(GET parts 2 installed)
        install(FILES apps/cli/completion/${file} DESTINATION ${CMAKE_INSTALL_DATADIR}/${directory} RENAME ${installed}
            OPTIONAL)
    endforeach()
endif()
foreach(directory IN ITEMS rulebooks rosters scenarios cases)
    install(DIRECTORY ${directory} DESTINATION ${CMAKE_INSTALL_DATADIR}/quickmarch OPTIONAL)
endforeach()
