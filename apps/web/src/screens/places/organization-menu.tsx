import { ChevronDown } from 'lucide'
import { useRef, useState } from 'preact/hooks'
import { Icon } from '#parts/icon.tsx'
import { lazy } from '#parts/lazy.tsx'
import { useKnown } from '#state/use-known.ts'

const WholeMenu = lazy(async () => (await import('./whole-menu.tsx')).WholeMenu)

/** The organization's name, and a menu of what concerns the whole. */
export function OrganizationMenu({ isHeading }: { readonly isHeading: boolean }) {
  const name = useKnown(({ state }) => state?.realm_name ?? '')
  const icon = useKnown(({ state }) => state?.realm_icon_url)
  const isOwnIcon = useKnown(({ state }) => state?.realm_icon_source === 'U')
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const Heading = isHeading ? 'h1' : 'div'
  return (
    <header class="organization">
      <Heading class="organization-heading">
        <button
          ref={button}
          type="button"
          class="organization-button"
          aria-haspopup="menu"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOwnIcon && icon && <img class="organization-icon" src={icon} alt="" width="24" height="24" />}
          <span class="organization-name" dir="auto">
            {name}
          </span>
          <Icon of={ChevronDown} size={0.875} />
        </button>
      </Heading>
      {isOpen && <WholeMenu label={name} anchor={button.current!} onClose={() => setOpen(false)} />}
    </header>
  )
}
