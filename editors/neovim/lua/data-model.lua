-- Data models in Neovim (0.7 or later): problems, completion, hover, definitions, rename and formatting of the language server.

local M = {}

-- Change these before the first file of a model is opened.
M.options = {
  -- The command that starts the server.
  cmd = { 'data-model-language-server', '--stdio' },
  filetypes = { 'yaml', 'javascript', 'jinja', 'json' },
  -- The folder of the model in a project, if it is not `model`.
  model_folder = nil,
}

local clients = {}
local warned = false

-- A project has cube.js or cube.py, or a folder of models with cubes or views.
local function is_project(folder)
  local function exists(name)
    return vim.loop.fs_stat(folder .. '/' .. name) ~= nil
  end
  local model = M.options.model_folder or 'model'
  return exists('cube.js') or exists('cube.py') or exists(model .. '/cubes') or exists(model .. '/views')
end

local function project_of(file)
  local folder = vim.fn.fnamemodify(file, ':p:h')
  while true do
    if is_project(folder) then
      return folder
    end
    local parent = vim.fn.fnamemodify(folder, ':h')
    if parent == folder then
      return nil
    end
    folder = parent
  end
end

-- The client of a project, which is started for its first file.
local function client_of(root)
  local id = clients[root]
  if id and not vim.lsp.client_is_stopped(id) then
    return id
  end
  clients[root] = vim.lsp.start_client({
    name = 'data-model',
    cmd = M.options.cmd,
    root_dir = root,
    workspace_folders = { { uri = vim.uri_from_fname(root), name = vim.fn.fnamemodify(root, ':t') } },
    init_options = { modelFolder = M.options.model_folder },
  })
  return clients[root]
end

function M.attach(buffer)
  local file = vim.api.nvim_buf_get_name(buffer)
  if file == '' or vim.api.nvim_buf_get_option(buffer, 'buftype') ~= '' then
    return
  end
  local root = project_of(file)
  if not root then
    return
  end
  if vim.fn.executable(M.options.cmd[1]) == 0 then
    if not warned then
      warned = true
      vim.notify(M.options.cmd[1] .. ' is not on the PATH; run `npm install --global .` in the clone', vim.log.levels.WARN)
    end
    return
  end
  local client = client_of(root)
  if client then
    vim.lsp.buf_attach_client(buffer, client)
  end
end

function M.enable()
  local group = vim.api.nvim_create_augroup('data-model', { clear = true })
  vim.api.nvim_create_autocmd('FileType', {
    group = group,
    callback = function(args)
      if vim.tbl_contains(M.options.filetypes, args.match) then
        M.attach(args.buf)
      end
    end,
  })
end

return M
