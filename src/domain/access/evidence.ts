/**
 * What can tell whose a session is, strongest first: the system account of the process that reported it, a pane, the agent home
 * of a user, a folder of a user, a lane, the remote machine it came from.
 */
export const EVIDENCE = ['uid', 'pane', 'home', 'folder', 'lane', 'source'] as const
