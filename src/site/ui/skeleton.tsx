/** A placeholder in the shape of the content. */
export function Skeleton({ className = 'h-4 w-full rounded-sm' }: { className?: string }) {
  return <span aria-hidden className={`block animate-breathe bg-gray-200 ${className}`} />
}
