import type { Ref } from 'react'
import { Choice } from '../kit/choice.js'
import { setDisplay, useDisplay } from '../theme/display.js'

const KEYS: readonly (readonly [string, string])[] = [
  ['n', 'next agent that waits for you'],
  ['j k', 'move down and up'],
  ['Space', 'show or hide the panel beside the list'],
  ['Enter', 'open the session'],
  ['/', 'search the sessions'],
  ['Home End', 'first and newest message of a conversation'],
  ['D', 'denser or roomier rows'],
  ['?', 'this list'],
]

/** How the dashboard looks on this device, and the keys that drive it. */
export function DisplayDialog({ ref }: { ref: Ref<HTMLDialogElement> }) {
  const display = useDisplay()
  return (
    <dialog ref={ref} className="dialog" aria-labelledby="display-title" closedby="any">
      <h2 id="display-title">Display and keys</h2>
      <Choice
        legend="Theme"
        name="theme"
        value={display.theme}
        options={[
          ['system', 'System'],
          ['light', 'Light'],
          ['dark', 'Dark'],
        ]}
        onChange={(theme) => setDisplay({ theme })}
      />
      <Choice
        legend="Rows"
        name="density"
        value={display.density}
        options={[
          ['comfortable', 'Comfortable'],
          ['compact', 'Compact'],
        ]}
        onChange={(density) => setDisplay({ density })}
      />
      <dl className="keys">
        {KEYS.map(([key, words]) => (
          <div key={key}>
            <dt>
              {key.split(' ').map((part) => (
                <kbd key={part}>{part}</kbd>
              ))}
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit" className="btn">
          Close
        </button>
      </form>
    </dialog>
  )
}
