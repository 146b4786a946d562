/** Types of the non-script files that the bundler includes. */

declare module '*.wasm' {
  /** Path of the copied file, relative to the bundle. */
  const path: string;
  // biome-ignore lint/style/noDefaultExport: the bundler exports the path as default
  export default path;
}

declare module '*.py' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: the bundler exports the text as default
  export default text;
}
