/** The commands of the model: its files, map, queries and dashboards. */

import {
  activePanel,
  type CommandEntries,
  cubeOrViewFile,
  either,
  modelFile,
  place,
  queryFile,
  row,
  scmTitle,
  scratchQuery,
  singleRow,
} from './commandEntry.ts';

export const modelEntries = {
  'dataModel.model.newCube': {
    title: 'New Cube…',
    palette: 'workspaceFolderCount != 0',
  },
  'dataModel.model.newView': {
    title: 'New View…',
    palette: 'workspaceFolderCount != 0',
  },
  'dataModel.model.keepOldNames': {
    title: 'Keep Old Public Names…',
    palette: 'workspaceFolderCount != 0',
  },
  'dataModel.database.choose': {
    title: 'Choose Data Source…',
    palette: 'workspaceFolderCount != 0',
  },
  'dataModel.database.check': {
    title: 'Check Against Database',
    palette: 'workspaceFolderCount != 0',
  },
  'dataModel.database.examine': {
    title: 'Check Joins and Keys on the Data',
    palette: 'workspaceFolderCount != 0',
  },
  'dataModel.database.profile': {
    title: 'Profile Member…',
    palette: 'workspaceFolderCount != 0',
  },
  'dataModel.assistants.preview': {
    title: 'Preview What an Assistant Sees',
    palette: 'workspaceFolderCount != 0',
    menus: [place('editor/context', [...cubeOrViewFile], '1_dataModel@9')],
  },
  'dataModel.database.generate': {
    title: 'Generate Cubes from Tables…',
    palette: 'workspaceFolderCount != 0',
  },
  'dataModel.laws.find': {
    title: 'Find Counterexamples',
    palette: 'workspaceFolderCount != 0',
  },
  'dataModel.laws.addTest': {
    title: 'Add This Test',
    palette: false,
  },
  'dataModel.database.refresh': {
    title: 'Refresh Catalog',
    palette: 'workspaceFolderCount != 0',
  },
  'dataModel.model.validate': {
    title: 'Validate on Platform',
    icon: 'checklist',
    palette: 'dataModel.devMode',
    menus: [scmTitle('3_model@1')],
    keybinding: {
      key: 'shift+alt+v',
      mac: 'shift+alt+v',
      when: ['editorTextFocus', 'dataModel.devMode', ...modelFile],
    },
  },
  'dataModel.dashboard.open': {
    title: 'Preview Dashboard…',
    shortTitle: 'Preview Dashboard',
    icon: 'graph',
    target: 'deployment',
    palette: 'dataModel.connected',
    menus: [
      singleRow('dataModel.content', ['preview'], '1_open@1'),
      row('dataModel.deployments', ['deployment'], 'inline@2', '5_dashboard@1'),
      place('editor/title', ['dataModel.bound', ...cubeOrViewFile], 'navigation@5'),
    ],
  },
  'dataModel.dashboard.openOther': {
    title: 'Preview Another Dashboard…',
    icon: 'graph',
    target: 'deployment',
    palette: 'dataModel.connected',
    menus: [row('dataModel.deployments', ['deployment'], '5_dashboard@2')],
  },
  'dataModel.dashboard.openApp': {
    title: 'Preview Analytics App',
    icon: 'layout',
    target: 'deployment',
    palette: 'dataModel.connected',
    menus: [row('dataModel.deployments', ['deployment'], '5_dashboard@3')],
  },
  'dataModel.dashboard.openChat': {
    title: 'Preview Analytics Chat',
    icon: 'comment-discussion',
    target: 'deployment',
    palette: 'dataModel.connected',
    menus: [row('dataModel.deployments', ['deployment'], '5_dashboard@4')],
  },
  'dataModel.dashboard.refresh': {
    title: 'Refresh Dashboard',
    icon: 'refresh',
    palette: activePanel('dataModel.dashboard'),
    menus: [place('editor/title', [activePanel('dataModel.dashboard')], 'navigation@1')],
  },
  'dataModel.dashboard.openOutside': {
    title: 'Open Dashboard in Browser',
    icon: 'link-external',
    palette: activePanel('dataModel.dashboard'),
    menus: [place('editor/title', [activePanel('dataModel.dashboard')], 'navigation@2')],
  },
  'dataModel.dashboard.runPython': {
    title: 'Run Widget Python…',
    icon: 'run',
    palette: activePanel('dataModel.dashboard'),
    menus: [place('editor/title', [activePanel('dataModel.dashboard')], '1_run@1')],
  },
  'dataModel.dashboard.export': {
    title: 'Export Dashboard as Image…',
    icon: 'device-camera',
    target: 'deployment',
    operation: 'startDashboardExport',
    palette: 'dataModel.connected',
    menus: [row('dataModel.deployments', ['deployment'], '5_dashboard@5')],
  },
  'dataModel.dashboard.previewAs': {
    title: 'Preview as User…',
    icon: 'person',
    palette: 'dataModel.connected',
    menus: [place('editor/title', [activePanel('dataModel.dashboard')], 'navigation@3')],
  },
  'dataModel.dashboard.editProfiles': {
    title: 'Edit Preview Profiles',
    icon: 'edit',
    palette: 'dataModel.connected',
  },
  'dataModel.references.countOnPlatform': {
    title: 'Count Uses on the Platform',
    palette: 'dataModel.bound',
    menus: [place('editor/context', ['dataModel.bound', ...cubeOrViewFile], '1_dataModel@8')],
  },
  'dataModel.references.show': {
    title: 'Show References',
    palette: false,
  },
  'dataModel.map.show': {
    title: 'Show Model Map',
    icon: 'type-hierarchy',
    menus: [
      row('dataModel.deployments', ['deployment', 'bound'], '4_open@5'),
      place('editor/title', [...modelFile], 'navigation@6'),
      place('editor/context', [...modelFile], '1_dataModel@2'),
    ],
  },
  'dataModel.map.showLineage': {
    title: 'Show Lineage',
    icon: 'type-hierarchy-sub',
    palette: modelFile,
    menus: [
      place('editor/context', [...modelFile], '1_dataModel@1'),
      place('webview/context', ["webviewId == 'dataModel.map'", 'dataModelMember'], '1_dataModel@1'),
    ],
  },
  'dataModel.map.export': {
    title: 'Export Model Map…',
    icon: 'desktop-download',
    palette: activePanel('dataModel.map'),
    menus: [place('editor/title', [activePanel('dataModel.map')], 'navigation@1')],
  },
  'dataModel.query.new': {
    title: 'New Query',
    palette: 'workspaceFolderCount != 0',
  },
  'dataModel.query.run': {
    title: 'Run Query',
    icon: 'play',
    palette: either(activePanel('dataModel.query'), queryFile),
    menus: [
      place('editor/title', [...queryFile], 'navigation@1'),
      place('editor/context', [...queryFile], '1_dataModel@0'),
    ],
    keybinding: { key: 'ctrl+enter', mac: 'cmd+enter', when: ['editorTextFocus', ...queryFile] },
  },
  'dataModel.tests.new': {
    title: 'New Test…',
    palette: 'workspaceFolderCount != 0',
  },
  'dataModel.tests.goTo': {
    title: 'Go to Test',
    palette: modelFile,
    menus: [place('editor/context', [...modelFile], '1_dataModel@3')],
    keybinding: { key: 'shift+alt+t', mac: 'shift+alt+t', when: ['editorTextFocus', ...modelFile] },
  },
  'dataModel.tests.saveAndRun': {
    title: 'Save, Push and Run',
    palette: false,
    menus: [place('testing/message/content', 'testMessage == dataModelOtherVersion', 'navigation@1')],
  },
  'dataModel.query.ofMember': {
    title: 'Query Member',
    icon: 'play',
    palette: 'dataModel.bound',
    keybinding: { key: 'shift+alt+q', mac: 'shift+alt+q', when: ['editorTextFocus', 'dataModel.bound', ...modelFile] },
    menus: [
      place('editor/context', ['dataModel.bound', ...modelFile], '1_dataModel@0'),
      place('webview/context', ['dataModel.bound', "webviewId == 'dataModel.map'", 'dataModelMember'], '1_dataModel@2'),
      place(
        'webview/context',
        ['dataModel.bound', "webviewId == 'dataModel.map'", 'dataModelDefinition'],
        '1_dataModel@2',
      ),
    ],
  },
  'dataModel.query.compare': {
    title: 'Compare Query Result With…',
    icon: 'diff',
    palette: either(activePanel('dataModel.query'), queryFile),
    menus: [place('editor/title', [...queryFile], '1_dataModel@1')],
  },
  'dataModel.query.why': {
    title: 'Why Is This Empty or Different?',
    icon: 'question',
    palette: either(activePanel('dataModel.query'), queryFile),
    menus: [place('editor/title', [...queryFile], '1_dataModel@2')],
  },
  'dataModel.query.showPlace': {
    title: 'Show Place',
    palette: false,
  },
  'dataModel.query.history': {
    title: 'Show Query History…',
    icon: 'history',
    palette: 'dataModel.bound',
    menus: [place('editor/title', [...queryFile], '1_dataModel@3')],
  },
  'dataModel.query.edit': {
    title: 'Edit Query',
    icon: 'edit',
    palette: activePanel('dataModel.query'),
  },
  'dataModel.query.saveAs': {
    title: 'Save as Query Document…',
    icon: 'save-as',
    palette: either(activePanel('dataModel.query'), scratchQuery),
    menus: [place('editor/title', [...scratchQuery], 'navigation@2')],
    keybinding: { key: 'ctrl+s', mac: 'cmd+s', when: ['editorTextFocus', ...scratchQuery] },
  },
  'dataModel.query.export': {
    title: 'Export Query Result…',
    icon: 'desktop-download',
    palette: activePanel('dataModel.query'),
  },
  'dataModel.query.openSql': {
    title: 'Open Generated SQL',
    icon: 'file-code',
    palette: activePanel('dataModel.query'),
  },
} satisfies CommandEntries;
