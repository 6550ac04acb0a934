import { Avatar } from '#parts/avatar/avatar.tsx'
import type { Person } from '#state/people.ts'

interface PersonAvatarProps {
  /** Undefined if the page does not know the person. */
  readonly person: Person | undefined
  /** In rem. */
  readonly size?: number
}

/** Draws the picture of a person. */
export function PersonAvatar({ person, ...size }: PersonAvatarProps) {
  return (
    <Avatar
      userId={person?.user_id ?? 0}
      name={person?.full_name ?? '?'}
      url={person?.avatar_url}
      isBot={person?.is_bot ?? false}
      {...size}
    />
  )
}
