/** The folder and the branch that are synced with each other. */
export interface SyncTarget {
  /** Scheme, host and port of the platform. */
  origin: string;
  deploymentId: string | number;
  /** The full name of the personal dev branch. */
  branchName: string;
  /** Absolute path of the folder that contains `cube.js` or `cube.py` and the model folder. */
  projectFolder: string;
  /** POSIX path relative to the project folder, usually `model`. */
  modelFolder: string;
}
