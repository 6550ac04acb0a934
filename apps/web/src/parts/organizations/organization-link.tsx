import type { DrawnItem } from '#parts/menu/menu.tsx'
import type { OrganizationTrouble, OtherOrganization } from '#state/organizations.ts'
import { OrganizationSign, troubleText } from './organization-sign.tsx'

/**
 * Draws an item of a menu as a link to an organization: the browser follows it, where one likes in a tab of its own, and
 * shows its own menu for it. Space does what it does to other items. One in trouble is grey, and may be tried all the same.
 */
export const organizationLink =
  (organization: OtherOrganization, trouble: OrganizationTrouble | undefined) => (drawn: DrawnItem) => (
    <a
      {...drawn}
      href={organization.address}
      class={trouble === undefined ? 'menu-item' : 'menu-item is-away'}
      // Once the browser has followed it: a link that is gone opens no tab.
      onClick={() => void setTimeout(drawn.onClick)}
      onContextMenu={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        if (event.key !== ' ') return
        event.preventDefault()
        event.stopPropagation()
        event.currentTarget.click()
      }}
    >
      <span class="menu-icon">
        <OrganizationSign organization={organization} size={1.25} />
      </span>
      <span class="menu-label">
        <bdi>{organization.name}</bdi>
        {trouble !== undefined && <span class="menu-reason">{troubleText(trouble)}</span>}
      </span>
    </a>
  )
