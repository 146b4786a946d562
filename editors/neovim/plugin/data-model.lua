-- Starts the language server for files of data models. See README.md of this folder.
require('data-model').enable()
