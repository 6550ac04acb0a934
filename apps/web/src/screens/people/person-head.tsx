import { PersonAvatar } from '#parts/person-avatar.tsx'
import { PresenceDot } from '#parts/presence-dot.tsx'
import type { Person } from '#state/people.ts'
import { StatusLine } from './person-facts.tsx'

interface PersonHeadProps {
  readonly userId: number
  /** Undefined if the page does not know the person. */
  readonly person: Person | undefined
  readonly name: string
  /** Whether the name is a heading. */
  readonly isHeading?: boolean
}

/** Picture, name, presence and status: the head of a card about somebody. */
export function PersonHead({ userId, person, name, isHeading = false }: PersonHeadProps) {
  const Name = isHeading ? 'h2' : 'p'
  return (
    <header class="person-head">
      <PersonAvatar person={person} size={4} />
      <div>
        <Name class="person-name" dir="auto">
          {name} <PresenceDot userId={userId} />
        </Name>
        <StatusLine userId={userId} />
      </div>
    </header>
  )
}
