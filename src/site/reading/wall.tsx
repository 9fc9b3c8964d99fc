import { Link } from 'react-router'

/** Where those stop reading who are not members. */
export function Wall() {
  return (
    <aside className="no-print mx-auto mt-10 max-w-reading rounded-lg border border-primary-200 bg-primary-50 p-6 text-center">
      <p className="font-serif text-lg font-semibold">The rest of this story is for members</p>
      <Link to="/membership" className="mt-2 inline-block text-sm font-medium text-primary-800 underline">
        What membership opens
      </Link>
    </aside>
  )
}
