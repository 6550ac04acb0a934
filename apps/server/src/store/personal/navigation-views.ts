import type { NavigationView } from '@tagma/contract/objects/navigation-view.ts'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import { prepared } from '#store/sql/prepared.ts'

const ofUser = prepared((db, p: { user: number }) =>
  db
    .selectFrom('navigation_views')
    .select(['fragment', 'is_pinned', 'name'])
    .where('user_id', '=', p.user)
    .orderBy('fragment'),
)

/** A user's navigation views, by fragment. */
export async function listNavigationViews(db: Db, userId: number): Promise<NavigationView[]> {
  const rows = await ofUser.all(db, { user: userId })
  return rows.map((row) => ({ ...row, is_pinned: row.is_pinned === 1 }))
}

export async function insertNavigationView(tx: Tx, userId: number, view: NavigationView): Promise<void> {
  await tx.db
    .insertInto('navigation_views')
    .values({ user_id: userId, ...view, is_pinned: view.is_pinned ? 1 : 0 })
    .execute()
}

export async function updateNavigationView(tx: Tx, userId: number, view: NavigationView): Promise<void> {
  await tx.db
    .updateTable('navigation_views')
    .set({ is_pinned: view.is_pinned ? 1 : 0, name: view.name })
    .where('user_id', '=', userId)
    .where('fragment', '=', view.fragment)
    .execute()
}

export async function deleteNavigationView(tx: Tx, userId: number, fragment: string): Promise<void> {
  await tx.db
    .deleteFrom('navigation_views')
    .where('user_id', '=', userId)
    .where('fragment', '=', fragment)
    .execute()
}
