import { ChevronDown } from 'lucide'
import { useRef, useState } from 'preact/hooks'
import { Icon } from '#parts/icon.tsx'
import { lazy } from '#parts/lazy.tsx'
import { useKnown } from '#state/use-known.ts'
import { learn } from '#words/words.ts'

/** The menu of the organization and of the reader's account in it. */
export const WholeMenu = lazy(async () => {
  await learn('organizations', 'told')
  return (await import('./whole-menu.tsx')).WholeMenu
})

/** A mark while this device is quiet. */
export const QuietMark = lazy(async () => {
  await learn('told')
  return (await import('#screens/shell/quiet-mark.tsx')).QuietMark
})

/** The organization's name, and a menu of what concerns the whole. */
export function OrganizationMenu({ isHeading }: { readonly isHeading: boolean }) {
  const name = useKnown(({ state }) => state?.realm_name ?? '')
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
          <NameOrLogo name={name} />
          <QuietMark />
          <Icon of={ChevronDown} size={0.875} />
        </button>
      </Heading>
      {isOpen && <WholeMenu label={name} anchor={button.current!} onClose={() => setOpen(false)} />}
    </header>
  )
}

/** The organization's logo, if there is one for the grounds of the page; else its icon and name. */
function NameOrLogo({ name }: { readonly name: string }) {
  const icon = useKnown(({ state }) => (state?.realm_icon_source === 'U' ? state.realm_icon_url : undefined))
  const light = useKnown(({ state }) => (state?.realm_logo_source === 'U' ? state.realm_logo_url : undefined))
  const dark = useKnown(({ state }) =>
    state?.realm_night_logo_source === 'U' ? state.realm_night_logo_url : light,
  )
  const named = (scheme: string) => (
    <span class={`organization-named ${scheme}`}>
      {icon && <img class="organization-icon" src={icon} alt="" width="24" height="24" />}
      <span class="organization-name" dir="auto">
        {name}
      </span>
    </span>
  )
  const logo = (address: string, scheme: string) => (
    <img class={`organization-logo ${scheme}`} src={address} alt={name} loading="lazy" />
  )
  if (dark === undefined) return named('')
  return (
    <>
      {light ? logo(light, 'only-light') : named('only-light')}
      {logo(dark, 'only-dark')}
    </>
  )
}
