import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { projectName } from '../../../src/domain/session/project.js'

interface ProjectLinkProps {
  readonly cwd: string
  readonly className?: string | undefined
  /** The name of the project unless it says otherwise. */
  readonly children?: ReactNode
  /** -1 where the list around it has its own order of tab stops. */
  readonly tabIndex?: number
}

/** The name of a project, as a link to its page. */
export function ProjectLink({ cwd, className, children, tabIndex }: ProjectLinkProps) {
  const name = projectName(cwd)
  return (
    <Link to="/projects/$name" params={{ name }} search={{ cwd }} title={cwd} className={className} tabIndex={tabIndex}>
      {children ?? name}
    </Link>
  )
}
