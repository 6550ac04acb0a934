import { X } from 'lucide'
import { IconButton } from '#parts/icon-button.tsx'
import { PersonAvatar } from '#parts/person-avatar.tsx'
import { addressFor } from '#state/addresses.ts'
import type { Person } from '#state/people.ts'
import { useKnown } from '#state/use-known.ts'
import { useCanSave } from './setting-control.tsx'

interface RemovablePersonProps {
  readonly person: Person
  /** The name of the button that takes the person out. */
  readonly label: string
  readonly isDisabled?: boolean
  /** Without it, the person stays. */
  readonly onRemove: (() => void) | undefined
}

/** Somebody in a list of people who can be taken out of it: of a channel, of a group. */
export function RemovablePerson({ person, label, isDisabled = false, onRemove }: RemovablePersonProps) {
  const canSave = useCanSave()
  const address = useKnown(({ state }) => addressFor(state, { kind: 'user', userId: person.user_id }))
  return (
    <span class="setting channel-subscriber">
      <PersonAvatar person={person} size={1.75} />
      <a class="setting-text" href={address} dir="auto">
        {person.full_name}
      </a>
      {onRemove && (
        <IconButton icon={X} size={1} label={label} disabled={!canSave || isDisabled} onClick={onRemove} />
      )}
    </span>
  )
}
