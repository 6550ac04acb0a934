import type { NavigationView } from '@tagma/contract/objects/navigation-view.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest, Missing } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import {
  deleteNavigationView,
  insertNavigationView,
  listNavigationViews,
  updateNavigationView,
} from '#store/personal/navigation-views.ts'
import type { Db } from '#store/sql/db.ts'

/** Lists the views of a user's navigation. */
export const navigationViewsOf = (db: Db, user: UserRecord): Promise<NavigationView[]> =>
  listNavigationViews(db, user.id)

export async function addNavigationView(tx: Tx, user: UserRecord, view: NavigationView): Promise<void> {
  const views = await listNavigationViews(tx.db, user.id)
  if (views.some(({ fragment }) => fragment === view.fragment))
    throw badRequest('Navigation view already exists.')
  requireFreeName(view, views)
  await insertNavigationView(tx, user.id, view)
  tx.emit({ type: 'navigation_view', op: 'add', navigation_view: view }, { users: [user.id] })
}

/** Changes the given fields. */
export async function editNavigationView(
  tx: Tx,
  user: UserRecord,
  fragment: string,
  change: { is_pinned?: boolean | undefined; name?: string | undefined },
): Promise<void> {
  const views = await listNavigationViews(tx.db, user.id)
  const old = findView(views, fragment)
  const data = {
    ...(change.is_pinned === undefined || change.is_pinned === old.is_pinned
      ? {}
      : { is_pinned: change.is_pinned }),
    ...(change.name === undefined || change.name === old.name ? {} : { name: change.name }),
  }
  if (change.name !== undefined && old.name === null)
    throw badRequest('Built-in views cannot have a custom name.')
  if (Object.keys(data).length === 0) return
  const view = { ...old, ...data }
  requireFreeName(
    view,
    views.filter((other) => other !== old),
  )
  await updateNavigationView(tx, user.id, view)
  tx.emit({ type: 'navigation_view', op: 'update', fragment, data }, { users: [user.id] })
}

export async function removeNavigationView(tx: Tx, user: UserRecord, fragment: string): Promise<void> {
  findView(await listNavigationViews(tx.db, user.id), fragment)
  await deleteNavigationView(tx, user.id, fragment)
  tx.emit({ type: 'navigation_view', op: 'remove', fragment }, { users: [user.id] })
}

function findView(views: readonly NavigationView[], fragment: string): NavigationView {
  const found = views.find((view) => view.fragment === fragment)
  if (!found) throw new Missing('Navigation view does not exist.')
  return found
}

function requireFreeName({ name }: NavigationView, others: readonly NavigationView[]): void {
  if (name !== null && others.some((other) => other.name === name))
    throw badRequest('Navigation view already exists.')
}
