import { useState } from 'preact/hooks'
import { initialColours, initials, ownPicture } from './initials.ts'

export interface AvatarProps {
  readonly userId: number
  readonly name: string
  /** The `avatar_url` of the account. */
  readonly url: string | null | undefined
  readonly isBot?: boolean
  /** In rem. */
  readonly size?: number
}

/** Draws the picture of an account, or its initials. It is decoration: the name stands beside it. */
export function Avatar({ userId, name, url, isBot = false, size = 2.25 }: AvatarProps) {
  const picture = ownPicture(url, location.origin)
  const [broken, setBroken] = useState<string>()
  const style = { '--avatar-size': `${size}rem` }
  const shape = isBot ? 'avatar avatar-bot' : 'avatar'
  if (picture !== undefined && picture !== broken) {
    return (
      <img
        class={shape}
        style={style}
        src={picture}
        alt=""
        loading="lazy"
        decoding="async"
        draggable={false}
        onError={() => setBroken(picture)}
      />
    )
  }
  const colour = `var(--initials-${((userId % initialColours) + initialColours) % initialColours})`
  return (
    <span
      class={`${shape} avatar-initials`}
      style={{ ...style, '--avatar-colour': colour }}
      aria-hidden="true"
    >
      {initials(name)}
    </span>
  )
}
