/** Keys whose names are translated; all others are shown by their character. */
const NAMED = ['space', 'enter', 'esc', 'ctrl', 'shift', 'alt', 'home', 'end'] as const
export type NamedKey = (typeof NAMED)[number]
export const isNamedKey = (key: string): key is NamedKey => NAMED.some((name) => name === key)

/** The shortcuts by where they work, besides those of the pages, in the order of the help; each with its keys and its key in `help:does`. */
export const SHORTCUTS = [
  [
    'everywhere',
    [
      [['ctrl', 'K'], 'palette'],
      [['n'], 'next'],
      [['/'], 'filter'],
      [['D'], 'density'],
      [['?'], 'help'],
      [['esc'], 'close'],
    ],
  ],
  [
    'now',
    [
      [['j', 'k'], 'move'],
      [['enter'], 'act'],
      [['a'], 'question'],
      [['o'], 'open'],
      [['space'], 'panel'],
      [['w'], 'why'],
      [['m'], 'mute'],
      [['s'], 'subagents'],
      [['l'], 'lane'],
      [['x'], 'stop'],
      [['e'], 'later'],
    ],
  ],
  [
    'lanes',
    [
      [['j', 'k'], 'move'],
      [['enter'], 'doNext'],
      [['space'], 'peek'],
      [['v'], 'board'],
      [['o'], 'lane'],
      [['shift', 'N'], 'newLane'],
      [['t'], 'terminal'],
      [['ctrl', '`'], 'leave'],
      [['r'], 'reply'],
      [['a'], 'question'],
      [['alt', '0', '…', '9'], 'slot'],
      [['[', ']'], 'tabs'],
      [['x'], 'stop'],
      [['shift', 'R'], 'resume'],
    ],
  ],
  [
    'review',
    [
      [['j', 'k'], 'block'],
      [['J', 'K'], 'file'],
      [['enter'], 'nextNew'],
      [['v'], 'seen'],
      [['V'], 'fileSeen'],
      [['w'], 'origin'],
      [['i'], 'comment'],
      [['ctrl', 'shift', 'enter'], 'send'],
      [['A'], 'accept'],
      [['.'], 'land'],
    ],
  ],
  [
    'sessions',
    [
      [['l'], 'lane'],
      [['x'], 'select'],
      [['p'], 'pin'],
    ],
  ],
  [
    'conversation',
    [
      [['ctrl', 'F'], 'find'],
      [['enter'], 'nextMatch'],
      [['shift', 'enter'], 'previousMatch'],
      [['home', 'end'], 'ends'],
    ],
  ],
  [
    'timeline',
    [
      [['+', '-'], 'zoom'],
      [['0'], 'fit'],
      [['←', '→'], 'pan'],
    ],
  ],
  ['agents', [[['←', '↑', '↓', '→'], 'tree']]],
  ['activity', [[['p'], 'pause']]],
] as const
