import { initialColours, initials } from '#parts/avatar/initials.ts'
import type { OrganizationTrouble, OtherOrganization } from '#state/organizations.ts'
import { t } from '#words/words.ts'

interface OrganizationSignProps {
  readonly organization: OtherOrganization
  /** In rem. */
  readonly size: number
}

/** Draws the icon of another organization, or its initials. It is decoration: the name stands beside it. */
export function OrganizationSign({ organization: { address, name, icon }, size }: OrganizationSignProps) {
  const style = { '--avatar-size': `${size}rem` }
  if (icon !== undefined)
    return <img class="avatar avatar-bot" style={style} src={icon} alt="" draggable={false} />
  return (
    <span
      class="avatar avatar-bot avatar-initials"
      style={{ ...style, '--avatar-colour': `var(--initials-${colourOf(address)})` }}
      aria-hidden="true"
    >
      {initials(name).slice(0, 1)}
    </span>
  )
}

const colourOf = (address: string) =>
  [...address].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % initialColours

/** Says in a few words why an organization cannot be opened. */
export const troubleText = (trouble: OrganizationTrouble | undefined): string | undefined =>
  trouble && t(`organizations.trouble-${trouble}`)
