/** The dashboard's built files, behind a port: where they lie and how they are compressed is the adapter's business. */
export interface Assets {
  /** The file of a path, the page for any path of the dashboard, or null. */
  readonly serve: (path: string, acceptEncoding: string) => Promise<Response | null>
}
