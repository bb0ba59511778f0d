import './notes.css';

/** Somebody’s tags: text whatever they hold. */
export function Tags({ tags, onRemove }: { tags: readonly string[]; onRemove?: (tag: string) => void }) {
  return tags.map((tag) => (
    <span key={tag} className="chip tag">
      {tag}
      {onRemove && (
        <button type="button" aria-label={`Remove the tag ${tag}`} onClick={() => onRemove(tag)}>
          ×
        </button>
      )}
    </span>
  ));
}
