import { useApp } from '#state/use-app.ts'

interface PageLink {
  readonly name: string
  readonly address: string
  readonly isCurrent: boolean
}

interface PageSection {
  /** Omitted where a menu has one section. */
  readonly title?: string
  readonly pages: readonly PageLink[]
}

interface PageMenuProps {
  /** The accessible name. */
  readonly label: string
  readonly sections: readonly PageSection[]
}

/** Pages that belong together, in place of the list of conversations. */
export function PageMenu({ label, title, sections }: PageMenuProps & { readonly title: string }) {
  return (
    <nav class="list settings-menu" aria-label={label}>
      <header class="list-head">
        <div class="list-title">
          <h2>{title}</h2>
        </div>
      </header>
      <div class="settings-menu-pages">
        {sections.map(({ title: heading, pages }) => (
          <section key={heading}>
            {heading !== undefined && <h3>{heading}</h3>}
            <ul>
              {pages.map(({ name, address, isCurrent }) => (
                <li key={address}>
                  <a href={address} aria-current={isCurrent ? 'page' : undefined}>
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </nav>
  )
}

/** The way to the other pages where the menu has no room. */
export function PageChoice({ label, sections }: PageMenuProps) {
  const { go } = useApp()
  const current = sections.flatMap(({ pages }) => pages).find(({ isCurrent }) => isCurrent)
  return (
    <select
      class="field"
      aria-label={label}
      value={current?.address}
      onChange={({ currentTarget: { value } }) => go(value)}
    >
      {sections.map(({ title, pages }) => {
        const options = pages.map(({ name, address }) => (
          <option key={address} value={address}>
            {name}
          </option>
        ))
        return title === undefined ? (
          options
        ) : (
          <optgroup key={title} label={title}>
            {options}
          </optgroup>
        )
      })}
    </select>
  )
}
