"""What works without any download: small models, word tables and sample examples, each with its licence."""

from mohs.kit.manifest import Figure, Finding, Resource, path, resources, verify

__all__ = ["Figure", "Finding", "Resource", "path", "resources", "verify"]
