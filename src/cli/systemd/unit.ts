/** The first line of the units that this command writes. A unit without it is somebody else's. */
const MARK = '# Written by "switchyard service install".'

export const isOurs = (text: string): boolean => text.startsWith(MARK)

export interface UnitInput {
  /** The program and its arguments. */
  readonly command: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

/** Quotes a word for a unit file: `%` is a specifier, and in commands `$` is a variable. */
const quoted = (word: string): string =>
  `"${word.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n').replaceAll('%', '%%')}"`

/**
 * Returns a systemd user unit that runs the service. Only the service itself gets the signal to stop: it ends its programs, and the
 * agents of lanes run in a unit of their own.
 */
export const unitText = ({ command, environment }: UnitInput): string =>
  [
    MARK,
    '[Unit]',
    'Description=Switchyard, a dashboard for coding agents',
    '',
    '[Service]',
    `ExecStart=${command.map((word) => quoted(word.replaceAll('$', '$$$$'))).join(' ')}`,
    ...Object.entries(environment).map(([name, value]) => `Environment=${quoted(`${name}=${value}`)}`),
    // The panes of system accounts are in the unit, and outlive the service.
    `KillMode=${environment['SVC_SYSTEM_ACCOUNTS'] === '1' ? 'process' : 'mixed'}`,
    'TimeoutStopSec=15',
    'Restart=on-failure',
    '',
    '[Install]',
    'WantedBy=default.target',
    '',
  ].join('\n')
