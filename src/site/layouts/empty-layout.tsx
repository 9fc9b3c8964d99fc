import { Outlet } from 'react-router'

export default function EmptyLayout() {
  return (
    <main id="content" tabIndex={-1} data-layout="empty" className="min-h-dvh">
      <Outlet />
    </main>
  )
}
