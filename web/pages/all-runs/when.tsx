const day = 86_400_000;

/** A moment: the time of day when it was lately, the date otherwise. */
export function When({ time }: { time: string }) {
  const at = new Date(time);
  if (Number.isNaN(at.getTime())) return <span>–</span>;
  const lately = Date.now() - at.getTime() < day;
  const text = lately
    ? at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
    : at.toLocaleDateString('en-GB', { year: 'numeric', month: 'short', day: 'numeric' });
  return (
    <time dateTime={time} title={at.toLocaleString('en-GB')} className="nowrap">
      {text}
    </time>
  );
}
