/** The modes of a terminal that a program may have set, by their number, with the names that tmux gives them. */
const MODES = {
  keypad_cursor_flag: 1,
  mouse_standard_flag: 1000,
  mouse_button_flag: 1002,
  mouse_all_flag: 1003,
  mouse_sgr_flag: 1006,
  cursor_flag: 25,
}

const FIELDS = ['pane_id', 'cursor_x', 'cursor_y', 'alternate_on', ...Object.keys(MODES)]

/** The commands, in one line, that report a pane and its screen: two replies. */
export const SCREEN_COMMANDS = `display-message -p '${FIELDS.map((name) => `#{${name}}`).join('|')}' ; capture-pane -p -e`

/** The state of a terminal, as tmux reported it. */
export interface ScreenState {
  readonly pane: string
  readonly column: number
  readonly row: number
  readonly isAlternate: boolean
  readonly modes: readonly boolean[]
}

export const readState = (reply: string): ScreenState => {
  const [pane = '', column = '', row = '', alternate = '', ...modes] = reply.split('|')
  const isOn = (flag: string): boolean => flag === '1'
  return { pane, column: Number(column), row: Number(row), isAlternate: isOn(alternate), modes: modes.map(isOn) }
}

const ESC = '\u001b['
const mode = (number: number, isOn: boolean): string => `${ESC}?${number}${isOn ? 'h' : 'l'}`

/** Returns what draws a screen in a terminal whose content is unknown. */
export const drawn = ({ column, row, isAlternate, modes }: ScreenState, lines: readonly Buffer[]): Buffer =>
  Buffer.concat([
    Buffer.from(`${mode(1049, isAlternate)}${ESC}0m${ESC}H${ESC}2J`),
    ...lines.flatMap((line, index) => (index === 0 ? [line] : [Buffer.from('\r\n'), line])),
    Buffer.from(
      `${ESC}0m${Object.values(MODES)
        .map((number, index) => mode(number, modes[index] === true))
        .join('')}`,
    ),
    Buffer.from(`${ESC}${row + 1};${column + 1}H`),
  ])
