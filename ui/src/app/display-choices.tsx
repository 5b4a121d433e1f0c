import { Choice } from '../kit/choice.js'
import { setDisplay, useDisplay } from '../theme/display.js'

/** How the dashboard looks on this device. */
export function DisplayChoices() {
  const display = useDisplay()
  return (
    <>
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
      <Choice
        legend="Contrast"
        name="contrast"
        value={display.contrast}
        options={[
          ['system', 'System'],
          ['more', 'More'],
        ]}
        onChange={(contrast) => setDisplay({ contrast })}
      />
      <Choice
        legend="Motion"
        name="motion"
        value={display.motion}
        options={[
          ['system', 'System'],
          ['reduced', 'None'],
        ]}
        onChange={(motion) => setDisplay({ motion })}
      />
    </>
  )
}
