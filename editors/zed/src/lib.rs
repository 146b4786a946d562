//! Starts the language server of data models, which `npm install --global .` of the repository adds to the path.

use zed_extension_api::{self as zed, settings::LspSettings, LanguageServerId, Result, Worktree};

const PROGRAM: &str = "data-model-language-server";

struct DataModel;

impl zed::Extension for DataModel {
    fn new() -> Self {
        DataModel
    }

    fn language_server_command(&mut self, id: &LanguageServerId, worktree: &Worktree) -> Result<zed::Command> {
        // `lsp.data-model.binary.path` of the settings wins.
        let binary = LspSettings::for_worktree(id.as_ref(), worktree)?.binary;
        let path = binary.as_ref().and_then(|binary| binary.path.clone());
        let command = path
            .or_else(|| worktree.which(PROGRAM))
            .ok_or_else(|| format!("{PROGRAM} is not on the path. See docs/other-editors.md of Data Model Workbench."))?;
        let args = binary.and_then(|binary| binary.arguments).unwrap_or_else(|| vec!["--stdio".into()]);
        Ok(zed::Command { command, args, env: worktree.shell_env() })
    }

    fn language_server_initialization_options(
        &mut self,
        id: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Option<zed::serde_json::Value>> {
        Ok(LspSettings::for_worktree(id.as_ref(), worktree)?.initialization_options)
    }
}

zed::register_extension!(DataModel);
