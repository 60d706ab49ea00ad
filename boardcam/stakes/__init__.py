"""Playing for a stake: evenings of single games or of a chouette, and their ledger."""
