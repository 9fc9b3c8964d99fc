/** The shape of what is coming, so that nothing moves when it comes. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return <span aria-hidden className={`block animate-breathe rounded-sm bg-gray-200 ${className}`} />
}
