/** The port for the dashboard's built files. The adapter decides where they are and how they are compressed. */
export interface Assets {
  /** Returns the file of a path, the page for any path of the dashboard, or null. */
  readonly serve: (path: string, acceptEncoding: string) => Promise<Response | null>
}
