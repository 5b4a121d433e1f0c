import { toolColour } from './tool-kinds.js'
import styles from './tool-swatch.module.css'

/** The colour of a tool's kind, before its name. */
export const ToolSwatch = ({ tool }: { tool: string }) => (
  <i className={styles['swatch']} style={{ background: toolColour(tool) }} aria-hidden />
)
