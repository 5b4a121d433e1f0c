import styles from './avatar.module.css'

interface Pictured {
  readonly id: number
  readonly username: string
  readonly displayName?: string | null
  readonly avatarAt?: string | null
  readonly disabled?: boolean
}

/** Hues of tints: none of a state, and none of a chart. */
const HUES = [285, 300, 320, 340, 265, 195, 210, 60, 15]

interface AvatarProps {
  readonly user: Pictured
  readonly isLarge?: boolean
  /** Whether it is the user who looks at it: only staff read the pictures of others. */
  readonly isOwn?: boolean
}

/** The picture of a user, or their initial on a tint of their own. The name is beside it. */
export function Avatar({ user, isLarge = false, isOwn = false }: AvatarProps) {
  const { id, username, displayName, avatarAt, disabled = false } = user
  const className = styles[isLarge ? 'large' : 'avatar']
  if (typeof avatarAt === 'string')
    return (
      <img
        className={className}
        alt=""
        src={`${isOwn ? '/api/me/avatar' : `/api/users/${id}/avatar`}?at=${encodeURIComponent(avatarAt)}`}
      />
    )
  const [initial = '?'] = Array.from((displayName ?? username).toUpperCase())
  return (
    <span
      className={className}
      aria-hidden
      data-off={disabled || undefined}
      style={{ '--tint': `oklch(0.7 0.13 ${HUES[id % HUES.length]})` } as React.CSSProperties}
    >
      {initial}
    </span>
  )
}
