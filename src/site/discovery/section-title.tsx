export function SectionTitle({ id, children }: { id: string; children: string }) {
  return (
    <h2 id={id} className="text-sm font-semibold text-gray-600">
      {children}
    </h2>
  )
}
