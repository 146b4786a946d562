/** Files the bundle takes in as they are. */

declare module '*.wasm' {
  /** Where the copied file lies, relative to the bundle. */
  const path: string;
  // biome-ignore lint/style/noDefaultExport: how the bundler hands it over
  export default path;
}

declare module '*.py' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: how the bundler hands it over
  export default text;
}
