type Head = { title: string; subtitle: string }

export function TitleChanges({ before, after }: { before: Head; after: Head }) {
  const fields = [
    { name: 'Title', was: before.title, is: after.title },
    { name: 'Subtitle', was: before.subtitle, is: after.subtitle },
  ].filter(({ was, is }) => was !== is)
  if (fields.length === 0) return null
  return (
    <dl className="mb-6 grid grid-cols-1 gap-3 rounded-md border border-gray-200 p-4 text-sm">
      {fields.map(({ name, was, is }) => (
        <div key={name}>
          <dt className="font-medium">{name}</dt>
          <dd dir="auto" className="mt-1 font-serif text-base wrap-anywhere">
            {was && <del className="bg-danger-50 text-danger-800">{was}</del>}{' '}
            {is && <ins className="bg-primary-100 text-primary-900 no-underline">{is}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
